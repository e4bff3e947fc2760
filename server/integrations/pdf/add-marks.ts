import { PDFArray, type PDFDocument, PDFHexString, PDFName, type PDFObject, type PDFPage, PDFString } from 'pdf-lib';
import { readPdfDate } from '../../../domain/xfdf/date.ts';
import type { Border, DrawnMark, Mark, Point } from '../../../domain/xfdf/mark.ts';
import { channelsOf } from './colour-channels.ts';
import { appearanceOf } from './mark-appearance.ts';

const subtypes: Readonly<Record<DrawnMark['kind'], string>> = {
  highlight: 'Highlight',
  underline: 'Underline',
  strikeout: 'StrikeOut',
  squiggly: 'Squiggly',
  ink: 'Ink',
  square: 'Square',
  circle: 'Circle',
  line: 'Line',
  polygon: 'Polygon',
  polyline: 'PolyLine',
  freetext: 'FreeText',
  text: 'Text',
  stamp: 'Stamp',
};

/** Bits of `F` (ISO 32000-1, 12.5.3) that a mark may bring along; hiding ones are not among them. */
const flagBits: Readonly<Record<string, number>> = {
  print: 4,
  nozoom: 8,
  norotate: 16,
  readonly: 64,
  locked: 128,
};

const noteIcons: ReadonlySet<string> = new Set([
  'Note',
  'Comment',
  'Help',
  'Insert',
  'Key',
  'NewParagraph',
  'Paragraph',
]);
const lineEnds: ReadonlySet<string> = new Set([
  ...['None', 'Square', 'Circle', 'Diamond', 'OpenArrow', 'ClosedArrow'],
  ...['Butt', 'ROpenArrow', 'RClosedArrow', 'Slash'],
]);

/**
 * Puts marks onto the pages of a PDF as annotations (ISO 32000-1, 12.5). Only kinds that we know are written, of what they
 * say only what stands here: opaque marks, pictures, actions and markup of other programs stay out.
 */
export function addMarks(pdf: PDFDocument, marks: readonly Mark[]): void {
  const pages = pdf.getPages();
  for (const mark of marks) {
    const page = pages[mark.page];
    if (!page || mark.kind === 'opaque') continue;
    page.node.addAnnot(pdf.context.register(annotationOf(pdf, page, mark)));
  }
}

function annotationOf(pdf: PDFDocument, page: PDFPage, mark: DrawnMark): PDFObject {
  const { context } = pdf;
  const { rect } = mark;
  const entries: Record<string, PDFObject> = {
    Type: PDFName.of('Annot'),
    Subtype: PDFName.of(subtypes[mark.kind]),
    Rect: context.obj([rect.left, rect.bottom, rect.right, rect.top]),
    P: page.ref,
    NM: PDFHexString.fromText(mark.id),
    F: context.obj((mark.flags ?? ['print']).reduce((bits, flag) => bits | (flagBits[flag.toLowerCase()] ?? 0), 0)),
    ...particular(pdf, mark),
  };
  const { author, subject, contents, colour, opacity } = mark;
  if (author !== undefined) entries.T = PDFHexString.fromText(author);
  if (subject !== undefined) entries.Subj = PDFHexString.fromText(subject);
  if (contents !== undefined) entries.Contents = PDFHexString.fromText(contents);
  if (opacity !== undefined) entries.CA = context.obj(opacity);
  if (colour !== undefined) entries.C = context.obj(channelsOf(colour));
  if (readPdfDate(mark.modified) !== undefined) entries.M = PDFString.of(mark.modified ?? '');
  if (readPdfDate(mark.created) !== undefined) entries.CreationDate = PDFString.of(mark.created ?? '');
  const appearance = appearanceOf(pdf, mark, page.getRotation().angle);
  if (appearance) entries.AP = context.obj({ N: appearance });
  return context.obj(entries);
}

function particular(pdf: PDFDocument, mark: DrawnMark): Record<string, PDFObject> {
  const { context } = pdf;
  const numbers = (points: readonly Point[]) => context.obj(points.flatMap(({ x, y }) => [x, y]));
  switch (mark.kind) {
    case 'highlight':
    case 'underline':
    case 'strikeout':
    case 'squiggly':
      return {
        QuadPoints: numbers(
          mark.quads.flatMap((quad) => [quad.topLeft, quad.topRight, quad.bottomLeft, quad.bottomRight]),
        ),
      };
    case 'ink': {
      const list = PDFArray.withContext(context);
      for (const stroke of mark.strokes) list.push(numbers(stroke));
      return { InkList: list, BS: borderOf(pdf, mark) };
    }
    case 'square':
    case 'circle':
      return { BS: borderOf(pdf, mark), ...interior(pdf, mark.interior) };
    case 'line':
      return {
        L: numbers([mark.start, mark.end]),
        LE: endsOf(pdf, mark.head, mark.tail),
        BS: borderOf(pdf, mark),
        ...interior(pdf, mark.interior),
      };
    case 'polygon':
    case 'polyline':
      return {
        Vertices: numbers(mark.vertices),
        BS: borderOf(pdf, mark),
        ...(mark.kind === 'polyline' ? { LE: endsOf(pdf, mark.head, mark.tail) } : {}),
        ...interior(pdf, mark.interior),
      };
    case 'freetext': {
      const [red, green, blue] = channelsOf(mark.textColour ?? '#1c1a16');
      const justification = mark.justification === 'centered' ? 1 : mark.justification === 'right' ? 2 : 0;
      return {
        DA: PDFString.of(`${red} ${green} ${blue} rg /Helv ${mark.fontSize ?? 12} Tf`),
        Q: context.obj(justification),
        BS: borderOf(pdf, mark),
      };
    }
    case 'text':
      return { Name: PDFName.of(noteIcons.has(mark.icon ?? '') ? (mark.icon ?? 'Note') : 'Note') };
    case 'stamp':
      return { Name: PDFName.of('Draft') };
    default:
      return mark satisfies never;
  }
}

function borderOf({ context }: PDFDocument, { width = 1, style, dashes }: Border): PDFObject {
  const isDashed = style === 'dash';
  return context.obj({ W: width, S: isDashed ? 'D' : 'S', ...(isDashed ? { D: [...(dashes ?? [3])] } : {}) });
}

/** In the model the head stands at the start, as XFDF has it. */
function endsOf({ context }: PDFDocument, head: string | undefined, tail: string | undefined): PDFObject {
  const name = (end: string | undefined) => PDFName.of(lineEnds.has(end ?? '') ? (end ?? 'None') : 'None');
  return context.obj([name(head), name(tail)]);
}

function interior({ context }: PDFDocument, colour: string | undefined): Record<string, PDFObject> {
  return colour === undefined ? {} : { IC: context.obj(channelsOf(colour)) };
}
