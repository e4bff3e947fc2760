import { contentTypes, coreProperties, corePropertiesType, relationships, writePackage, xml } from './ooxml-package.ts';

export type WordBlock =
  | { readonly kind: 'heading' | 'paragraph' | 'item'; readonly text: string }
  /** The first row is the head. */
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] };

const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** A .docx with a title, headings, paragraphs, lists and tables. */
export function writeWordFile(file: {
  readonly title: string;
  readonly author: string;
  readonly blocks: readonly WordBlock[];
}): Uint8Array {
  const body = [paragraph('Title', file.title), ...file.blocks.map(block)].join('');
  return writePackage({
    '[Content_Types].xml': contentTypes({
      'word/document.xml': `${main}.document.main+xml`,
      'word/styles.xml': `${main}.styles+xml`,
      'docProps/core.xml': corePropertiesType,
    }),
    '_rels/.rels': relationships([
      { type: 'officeDocument', target: 'word/document.xml' },
      { type: 'core-properties', target: 'docProps/core.xml' },
    ]),
    'docProps/core.xml': coreProperties(file.title, file.author),
    'word/_rels/document.xml.rels': relationships([{ type: 'styles', target: 'styles.xml' }]),
    'word/styles.xml': styles,
    'word/document.xml': `<w:document ${namespace}><w:body>${body}<w:sectPr><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1300" w:bottom="1440" w:left="1300" w:header="700" w:footer="700" w:gutter="0"/></w:sectPr></w:body></w:document>`,
  });
}

function block(given: WordBlock): string {
  switch (given.kind) {
    case 'heading':
      return paragraph('Heading1', given.text);
    case 'paragraph':
      return paragraph('Normal', given.text);
    case 'item':
      return paragraph('ListItem', `– ${given.text}`);
    case 'table':
      return table(given.rows);
    default:
      return given satisfies never;
  }
}

function paragraph(style: string, text: string): string {
  return `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t xml:space="preserve">${xml(text)}</w:t></w:r></w:p>`;
}

function table(rows: readonly (readonly string[])[]): string {
  const columns = rows[0]?.length ?? 1;
  const width = Math.floor(9640 / columns);
  const grid = `<w:tblGrid>${`<w:gridCol w:w="${width}"/>`.repeat(columns)}</w:tblGrid>`;
  const written = rows.map((cells, nth) => {
    const style = nth === 0 ? 'TableHead' : 'TableText';
    const tcs = cells.map(
      (text) => `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr>${paragraph(style, text)}</w:tc>`,
    );
    return `<w:tr>${tcs.join('')}</w:tr>`;
  });
  const edge = (side: string) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="C9C2B4"/>`;
  const borders = `<w:tblBorders>${['top', 'bottom', 'insideH'].map(edge).join('')}</w:tblBorders>`;
  return `<w:tbl><w:tblPr><w:tblW w:w="${width * columns}" w:type="dxa"/>${borders}</w:tblPr>${grid}${written.join('')}</w:tbl>${paragraph('Normal', '')}`;
}

const style = (id: string, name: string, how: string, run: string, based = 'Normal'): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="${based}"/><w:pPr>${how}</w:pPr><w:rPr>${run}</w:rPr></w:style>`;

const styles = `<w:styles ${namespace}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Georgia" w:hAnsi="Georgia" w:cs="Georgia"/><w:sz w:val="22"/><w:lang w:val="en-CA"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:pPr><w:spacing w:after="140" w:line="288" w:lineRule="auto"/></w:pPr></w:style>${style('Title', 'Title', '<w:spacing w:after="320"/>', '<w:sz w:val="44"/>')}${style('Heading1', 'heading 1', '<w:keepNext/><w:spacing w:before="320" w:after="120"/><w:outlineLvl w:val="0"/>', '<w:b/><w:sz w:val="26"/>')}${style('ListItem', 'List Item', '<w:ind w:left="360" w:hanging="240"/><w:spacing w:after="80"/>', '')}${style('TableText', 'Table Text', '<w:spacing w:before="40" w:after="40"/>', '<w:sz w:val="20"/>')}${style('TableHead', 'Table Head', '', '<w:b/>', 'TableText')}</w:styles>`;
