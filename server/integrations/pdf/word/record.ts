import {
  AlignmentType,
  Document,
  type FileChild,
  Footer,
  Header,
  HeadingLevel,
  LevelFormat,
  Packer,
  PageNumber,
  Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TabStopType,
  TextRun,
  WidthType,
} from 'docx';
import type { PlannedSection, RecordPlan, SectionPart } from '#server/integrations/pdf/typst/plan.ts';
import {
  blocksOf,
  hairline,
  headingAt,
  ink,
  line,
  margin,
  none,
  numberWidth,
  points,
  red,
  runs,
  type Surroundings,
  sans,
  second,
  serif,
  small,
  words,
} from './words.ts';

const labelWidth = points(102);
const sheets = {
  letter: { width: points(612), height: points(792) },
  a4: { width: points(595), height: points(842) },
} as const;
const open = { top: none, bottom: none, left: none, right: none, insideHorizontal: none, insideVertical: none };

export async function makeWordRecord(plan: RecordPlan): Promise<Buffer> {
  const lists: { readonly reference: string; readonly start: number }[] = [];
  const startList = (start: number): string => {
    const reference = `list-${lists.length}`;
    lists.push({ reference, start });
    return reference;
  };
  const colour = plan.colour.slice(1);
  const sheet = sheets[plan.paper];
  const lineWidth = sheet.width - 2 * margin;
  const children: readonly FileChild[] = [
    words(plan.board, { font: sans, size: 21, color: second }),
    words(plan.title, {}, { heading: HeadingLevel.TITLE }),
    ...(plan.lede === '' ? [] : [words(plan.lede, { size: 25, italics: true, color: second })]),
    new Paragraph({ border: { bottom: line(ink) }, spacing: { after: points(12) } }),
    ...factsTable(plan.facts, lineWidth),
    ...plan.sections.flatMap((section) => sectionOf(section, { colour, lineWidth, startList })),
    ...signatures(plan.signatures, lineWidth),
    ...plan.closing.map((each) => words(each, small, { spacing: { before: points(12) } })),
  ];
  const document = new Document({
    title: plan.mark === '' ? plan.title : `${plan.title} (${plan.mark})`,
    creator: plan.board,
    styles: {
      default: {
        document: {
          run: { font: serif, size: 22, color: ink },
          paragraph: { spacing: { after: points(6), line: 276 } },
        },
        title: {
          run: { font: serif, size: 44, bold: true, color: ink },
          paragraph: { spacing: { before: points(10) } },
        },
        ...headingStyles(),
      },
    },
    numbering: {
      config: lists.map(({ reference, start }) => ({
        reference,
        levels: [{ level: 0, format: LevelFormat.DECIMAL, text: '%1.', start, alignment: AlignmentType.START }],
      })),
    },
    sections: [
      {
        properties: { page: { size: sheet, margin: { top: margin, bottom: margin, left: margin, right: margin } } },
        ...(plan.mark === '' ? {} : { headers: { default: new Header({ children: [markLine(plan.mark)] }) } }),
        footers: { default: new Footer({ children: [pageLine(plan.title, lineWidth)] }) },
        children,
      },
    ],
  });
  return Packer.toBuffer(document);
}

function headingStyles() {
  const style = (size: number, before: number) => ({
    run: { font: serif, size, bold: true, color: ink },
    paragraph: { keepNext: true, spacing: { before: points(before), after: points(4) } },
  });
  return { heading1: style(25, 18), heading2: style(23, 13), heading3: style(22, 12), heading4: style(22, 10) };
}

const markLine = (mark: string): Paragraph => words(mark, { bold: true, color: red }, { alignment: AlignmentType.END });

const pageLine = (title: string, lineWidth: number): Paragraph =>
  new Paragraph({
    tabStops: [{ type: TabStopType.RIGHT, position: lineWidth }],
    children: [
      new TextRun({ ...small, text: title }),
      new TextRun({ ...small, children: ['\t', PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES] }),
    ],
  });

function factsTable(facts: RecordPlan['facts'], lineWidth: number): readonly FileChild[] {
  const rows = facts.map(({ label, words: text }) => [words(label, small), words(text)]);
  return openTable(rows, [labelWidth, lineWidth - labelWidth]);
}

function openTable(rows: readonly (readonly Paragraph[])[], widths: readonly number[]): readonly FileChild[] {
  if (rows.length === 0) return [];
  const cells = (row: readonly Paragraph[]) =>
    row.map((each, nth) => new TableCell({ children: [each], width: { size: widths[nth] ?? 0, type: WidthType.DXA } }));
  const tableRows = rows.map((row) => new TableRow({ cantSplit: true, children: cells(row) }));
  return [tableOf(tableRows, widths, total(widths))];
}

const total = (widths: readonly number[]): number => widths.reduce((sum, each) => sum + each, 0);

const tableOf = (rows: readonly TableRow[], columnWidths: readonly number[], width: number): Table =>
  new Table({
    rows,
    width: { size: width, type: WidthType.DXA },
    columnWidths,
    layout: TableLayoutType.FIXED,
    borders: open,
  });

function sectionOf(section: PlannedSection, around: Surroundings): readonly FileChild[] {
  const isItem = section.kind === 'item';
  const title = isItem ? section.title : section.words;
  const number = section.number === '' ? [] : [new TextRun({ text: `${section.number}\t`, color: around.colour })];
  const time = isItem && section.time !== '' ? [new TextRun({ ...small, bold: false, text: `\t${section.time}` })] : [];
  const heading = new Paragraph({
    heading: headingAt(section.depth),
    tabStops: [
      { type: TabStopType.LEFT, position: numberWidth },
      { type: TabStopType.RIGHT, position: around.lineWidth },
    ],
    ...(section.number === '' ? {} : { indent: { left: numberWidth, hanging: numberWidth } }),
    children: [...number, ...runs(title, isItem ? {} : { italics: true, bold: false }), ...time],
  });
  return [heading, ...(isItem ? section.parts.flatMap((part) => partOf(part, section.depth + 1, around)) : [])];
}

function partOf(part: SectionPart, depth: number, around: Surroundings): readonly FileChild[] {
  const indent = { left: numberWidth };
  switch (part.kind) {
    case 'line':
      return [words(part.words, {}, { indent })];
    case 'aside':
      return [words(part.words, small, { indent })];
    case 'list':
      return part.items.map((each) =>
        words(
          each,
          { font: sans, size: 19 },
          { bullet: { level: 0 }, indent: { left: numberWidth * 1.5, hanging: numberWidth / 2 } },
        ),
      );
    case 'action':
      return [
        new Paragraph({ indent, children: [...runs(`${part.label} `, { italics: true }), ...runs(part.words, {})] }),
      ];
    case 'notes':
      return blocksOf(part.text.content, { depth, level: 0, options: { indent } }, around);
    case 'table':
      return [table(part, around.lineWidth)];
    case 'motion': {
      const facts = part.facts.filter((fact) => fact !== '').join('   ');
      const outcome = part.outcome === '' ? [] : runs(`   ${part.outcome}`, { ...small, bold: true });
      const end = { border: { bottom: line(hairline) } };
      return [
        words(part.text, {}, { indent, keepNext: true, border: { top: line(hairline) } }),
        new Paragraph({
          indent,
          ...(part.remarks.length === 0 ? end : {}),
          children: [...runs(facts, small), ...outcome],
        }),
        ...part.remarks.map((each, nth) =>
          words(each, small, { indent, ...(nth === part.remarks.length - 1 ? end : {}) }),
        ),
      ];
    }
  }
}

function table({ head, widths, rows }: Extract<SectionPart, { kind: 'table' }>, lineWidth: number): Table {
  const columnWidths = widths.map((each) => Math.floor((lineWidth * each) / total(widths)));
  const row = (cells: readonly string[], { isHead }: { readonly isHead: boolean }): TableRow =>
    new TableRow({
      tableHeader: isHead,
      cantSplit: true,
      children: cells.map(
        (cell, nth) =>
          new TableCell({
            width: { size: columnWidths[nth] ?? 0, type: WidthType.DXA },
            borders: { top: none, left: none, right: none, bottom: line(isHead ? ink : hairline) },
            children: [words(cell, isHead ? { ...small, bold: true } : { font: sans, size: 19 })],
          }),
      ),
    });
  const allRows = [row(head, { isHead: true }), ...rows.map((cells) => row(cells, { isHead: false }))];
  return tableOf(allRows, columnWidths, lineWidth);
}

function signatures(signers: RecordPlan['signatures'], lineWidth: number): readonly FileChild[] {
  const pairs = signers.flatMap((each, nth) => (nth % 2 === 0 ? [[each, signers[nth + 1]]] : []));
  const half = Math.floor(lineWidth / 2);
  const cell = (signer: RecordPlan['signatures'][number] | undefined): TableCell =>
    new TableCell({
      width: { size: half, type: WidthType.DXA },
      margins: { right: points(13) },
      children:
        signer === undefined
          ? [new Paragraph({})]
          : [
              words(signer.name, { bold: true }, { border: { top: line(ink) }, spacing: { before: points(46) } }),
              words(signer.note, small),
            ],
    });
  return pairs.map((pair) =>
    tableOf([new TableRow({ cantSplit: true, children: pair.map(cell) })], [half, half], lineWidth),
  );
}
