import { contentTypes, coreProperties, corePropertiesType, relationships, writePackage, xml } from './ooxml-package.ts';

/** A number, a text, or a formula with the value that it has. */
export type Cell = string | number | { readonly formula: string; readonly value: number };

export interface Sheet {
  readonly name: string;
  /** In characters. */
  readonly widths: readonly number[];
  /** The first row is the head. */
  readonly rows: readonly (readonly Cell[])[];
}

const main = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const namespace = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const styleOf = { plain: 0, head: 1, number: 2, sum: 3 } as const;

/** A .xlsx with a frozen head row, number formats and formulas that have their values already. */
export function writeSpreadsheetFile(file: {
  readonly title: string;
  readonly author: string;
  readonly sheets: readonly Sheet[];
}): Uint8Array {
  const names = file.sheets.map((_, nth) => `worksheets/sheet${nth + 1}.xml`);
  const listed = file.sheets.map(
    (sheet, nth) => `<sheet name="${xml(sheet.name)}" sheetId="${nth + 1}" r:id="rId${nth + 1}"/>`,
  );
  return writePackage({
    '[Content_Types].xml': contentTypes({
      'xl/workbook.xml': `${main}.sheet.main+xml`,
      ...Object.fromEntries(names.map((name) => [`xl/${name}`, `${main}.worksheet+xml`])),
      'xl/styles.xml': `${main}.styles+xml`,
      'docProps/core.xml': corePropertiesType,
    }),
    '_rels/.rels': relationships([
      { type: 'officeDocument', target: 'xl/workbook.xml' },
      { type: 'core-properties', target: 'docProps/core.xml' },
    ]),
    'docProps/core.xml': coreProperties(file.title, file.author),
    'xl/workbook.xml': `<workbook ${namespace} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ...names.map((target) => ({ type: 'worksheet', target })),
      { type: 'styles', target: 'styles.xml' },
    ]),
    'xl/styles.xml': styles,
    ...Object.fromEntries(file.sheets.map((sheet, nth) => [`xl/${names[nth]}`, writeSheet(sheet)])),
  });
}

function writeSheet(sheet: Sheet): string {
  const columns = sheet.widths.map(
    (width, nth) => `<col min="${nth + 1}" max="${nth + 1}" width="${width}" customWidth="1"/>`,
  );
  const rows = sheet.rows.map((cells, row) => {
    const written = cells.map((cell, column) => writeCell(cell, `${columnName(column)}${row + 1}`, row === 0));
    return `<row r="${row + 1}">${written.join('')}</row>`;
  });
  const frozen =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  return `<worksheet ${namespace}>${frozen}<cols>${columns.join('')}</cols><sheetData>${rows.join('')}</sheetData></worksheet>`;
}

function writeCell(cell: Cell, at: string, isHead: boolean): string {
  if (typeof cell === 'string') {
    const style = isHead ? styleOf.head : styleOf.plain;
    return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xml(cell)}</t></is></c>`;
  }
  if (typeof cell === 'number') return `<c r="${at}" s="${styleOf.number}"><v>${cell}</v></c>`;
  return `<c r="${at}" s="${styleOf.sum}"><f>${xml(cell.formula)}</f><v>${cell.value}</v></c>`;
}

/** 0 → A. No sheet here is wider than Z. */
const columnName = (column: number): string => String.fromCharCode(65 + column);

const styles = `<styleSheet ${namespace}><numFmts count="1"><numFmt numFmtId="164" formatCode="#,##0;(#,##0)"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top/><bottom style="thin"><color rgb="FF1C1A16"/></bottom><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="1" xfId="0" applyFont="1" applyBorder="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`;
