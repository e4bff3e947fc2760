import { type Sheet, sheetSize, type TextStyle, textWidth } from '#server/integrations/pdf/book/sheet.ts';
import type { PlannedSection, RecordPlan, SectionPart } from './plan.ts';
import {
  beside,
  type Column,
  contentWidth,
  faintColour,
  ink,
  lineHeight,
  margin,
  plain,
  type RecordFaces,
  type Row,
  rule,
  secondaryColour,
  space,
  textRows,
} from './row.ts';
import { notesRows } from './set-notes.ts';
import { drawLine, type Run, wrapRuns } from './set-text.ts';

const right = sheetSize.width - margin;
const hairline = '#c9c2b2';
const labelWidth = 102;
const numberWidthMin = 33;
const numberGap = 11;

export function rowsOf(plan: RecordPlan, faces: RecordFaces): readonly Row[] {
  const numberWidth = numberWidthOf(plan, faces);
  const sections = plan.sections.flatMap((section, nth) => sectionRows(section, { plan, faces, nth, numberWidth }));
  return [
    ...headRows(plan, faces),
    ...plan.facts.flatMap((fact) => factRows(fact, faces)),
    space(10),
    ...(plan.signatures.length === 0 ? sections : keepLast(sections)),
    ...signatureRows(plan, faces),
    ...closingRows(plan, faces),
  ];
}

/** A signature must not be alone on a page, so the last text moves there with it. */
function keepLast(rows: readonly Row[]): readonly Row[] {
  const last = rows.findLastIndex(({ isSpace }) => !isSpace);
  return rows.map((row, nth) => (nth === last ? { ...row, keepsNext: true } : row));
}

function headRows(plan: RecordPlan, faces: RecordFaces): readonly Row[] {
  const board: TextStyle = { face: faces.bold, size: 11.5, colour: ink };
  const title: TextStyle = { face: faces.bold, size: 22, colour: ink };
  const lede: TextStyle = { face: faces.italic, size: 12.5, colour: secondaryColour };
  const whole = { x: margin, width: contentWidth };
  return [
    ...textRows(plain(plan.board, board), { ...whole, leading: 16, keepsNext: true }),
    space(5),
    rule({ x: margin, width: 54 }, plan.colour, 2.5),
    space(12),
    ...textRows(plain(plan.title, title), { ...whole, leading: 27, keepsNext: true }),
    space(2),
    ...textRows(plain(plan.lede, lede), { ...whole, leading: 17, keepsNext: true }),
    space(12),
    rule(whole, ink),
    space(10),
  ];
}

function factRows({ label, words }: RecordPlan['facts'][number], faces: RecordFaces): readonly Row[] {
  const small: TextStyle = { face: faces.regular, size: 9.5, colour: faintColour };
  const value: TextStyle = { face: faces.text, size: 11, colour: ink };
  const rows = textRows(plain(words, value), {
    x: margin + labelWidth,
    width: contentWidth - labelWidth,
    leading: lineHeight,
  });
  const labelled = beside(rows, (sheet, top) => sheet.text(label, { x: margin, y: top - 11.5 }, small));
  return [...labelled, space(5)];
}

const numberStyle = (plan: RecordPlan, faces: RecordFaces): TextStyle => ({
  face: faces.bold,
  size: 12.5,
  colour: plan.colour,
});

/** Width of the number column, so that all sections are aligned. */
const numberWidthOf = (plan: RecordPlan, faces: RecordFaces): number =>
  plan.sections.reduce(
    (most, { number }) => Math.max(most, textWidth(number, numberStyle(plan, faces)) + numberGap),
    numberWidthMin,
  );

interface SectionGiven {
  readonly plan: RecordPlan;
  readonly faces: RecordFaces;
  readonly nth: number;
  readonly numberWidth: number;
}

function sectionRows(section: PlannedSection, { plan, faces, nth, numberWidth }: SectionGiven): readonly Row[] {
  const x = margin + numberWidth;
  const column = { x, width: right - x };
  const number = numberStyle(plan, faces);
  const drawNumber = (sheet: Sheet, top: number): void =>
    sheet.text(section.number, { x: margin, y: top - 12.5 }, number);
  if (section.kind === 'withheld') {
    const style: TextStyle = { face: faces.italic, size: 11, colour: secondaryColour };
    return [space(12), ...beside(textRows(plain(section.words, style), { ...column, leading: 17 }), drawNumber, nth)];
  }
  const title: TextStyle = { face: faces.bold, size: section.depth === 0 ? 12.5 : 11.5, colour: ink };
  const time: TextStyle = { face: faces.regular, size: 9.5, colour: faintColour };
  const timeWide = section.time === '' ? 0 : textWidth(section.time, time);
  const titles = textRows(plain(section.title, title), {
    x,
    width: column.width - (timeWide === 0 ? 0 : timeWide + 14),
    leading: 17,
    keepsNext: section.parts.length > 0,
  });
  const headed = beside(
    titles,
    (sheet, top) => {
      drawNumber(sheet, top);
      sheet.text(section.time, { x: right - timeWide, y: top - 12.5 }, time);
    },
    nth,
  );
  return [
    space(section.depth === 0 ? 14 : 8),
    // A heading with several lines is not divided.
    ...headed.map((row, at) => (at < headed.length - 1 ? { ...row, keepsNext: true } : row)),
    ...section.parts.flatMap((part) => [space(3), ...partRows(part, column, { plan, faces })]),
  ];
}

type PartGiven = Pick<SectionGiven, 'plan' | 'faces'>;

function partRows(part: SectionPart, column: Column, { plan, faces }: PartGiven): readonly Row[] {
  const body: TextStyle = { face: faces.text, size: 11, colour: ink };
  switch (part.kind) {
    case 'line':
      return textRows(plain(part.words, body), { ...column, leading: lineHeight });
    case 'notes':
      return notesRows(part.text, column, { faces, colour: plan.colour });
    case 'motion':
      return motionRows(part, column, faces);
    case 'action':
      return textRows(
        [
          { words: `${part.label} `, style: { ...body, face: faces.italic } },
          { words: part.words, style: body },
        ],
        { ...column, leading: lineHeight },
      );
  }
}

function motionRows(
  part: Extract<SectionPart, { readonly kind: 'motion' }>,
  column: Column,
  faces: RecordFaces,
): readonly Row[] {
  const small: TextStyle = { face: faces.regular, size: 9.5, colour: secondaryColour };
  const facts: readonly Run[] = [
    { words: part.facts.map(unbroken).join(' \u00a0 '), style: small },
    ...(part.outcome === ''
      ? []
      : [
          { words: ' \u00a0 ', style: small },
          { words: unbroken(part.outcome), style: { face: faces.bold, size: 10, colour: ink } },
        ]),
  ];
  return [
    space(4),
    rule(column, hairline),
    space(5),
    ...textRows(plain(part.text, { face: faces.text, size: 11, colour: ink }), {
      ...column,
      leading: lineHeight,
      keepsNext: true,
    }),
    space(3),
    ...textRows(facts, { ...column, leading: 14, keepsNext: true }),
    ...part.remarks.flatMap((words) => textRows(plain(words, small), { ...column, leading: 14, keepsNext: true })),
    space(4),
    { ...rule(column, hairline), keepsNext: false },
    space(4),
  ];
}

/** A short phrase is not broken. */
const unbroken = (words: string): string => (words.length <= 40 ? words.replaceAll(' ', '\u00a0') : words);

/** Two side by side. The signature line stays with its name. */
function signatureRows({ signatures }: RecordPlan, faces: RecordFaces): readonly Row[] {
  const gap = 26;
  const width = (contentWidth - gap) / 2;
  const name: TextStyle = { face: faces.bold, size: 12, colour: ink };
  const note: TextStyle = { face: faces.regular, size: 9.5, colour: faintColour };
  return Array.from({ length: Math.ceil(signatures.length / 2) }, (_, pair): readonly Row[] => {
    const both = signatures.slice(2 * pair, 2 * pair + 2).map((signature) => ({
      names: wrapRuns(plain(signature.name, name), width),
      notes: wrapRuns(plain(signature.note, note), width),
    }));
    const height = 16 + Math.max(...both.map(({ names, notes }) => names.length * 16 + notes.length * 13));
    return [
      space(46),
      {
        height,
        keepsNext: false,
        draw(sheet, top) {
          both.forEach(({ names, notes }, nth) => {
            const x = margin + nth * (width + gap);
            sheet.rule({ x, y: top, width, height: 0.75 }, ink);
            for (const [at, line] of names.entries()) drawLine(sheet, line, { x, y: top - 17 - 16 * at });
            const below = top - 17 - 16 * (names.length - 1) - 15;
            for (const [at, line] of notes.entries()) drawLine(sheet, line, { x, y: below - 13 * at });
          });
        },
      },
    ];
  }).flat();
}

function closingRows({ closing }: RecordPlan, faces: RecordFaces): readonly Row[] {
  const style: TextStyle = { face: faces.regular, size: 9.5, colour: faintColour };
  const whole = { x: margin, width: contentWidth, leading: 14 };
  return closing.length === 0 ? [] : [space(26), ...closing.flatMap((words) => textRows(plain(words, style), whole))];
}
