import {
  PDFArray,
  type PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  type PDFPage,
  type PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import type { Annotation, Border, DrawnAnnotation, NoteAnnotation, Point, Rect } from '#domain/xfdf/annotation.ts';
import { freeTextLook } from '#domain/xfdf/free-text-look.ts';
import { readPdfDate } from '#domain/xfdf/values.ts';
import type { Typesetter } from '#server/integrations/pdf/typst/typesetter.ts';
import { channelsOf } from './drawing.ts';
import { shapeAppearance } from './shape-appearance.ts';
import { createTextSetter, type TextSetter } from './text-appearance.ts';

const subtypes: Readonly<Record<DrawnAnnotation['kind'], string>> = {
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

/** Bit values of annotation flags (entry `F`, ISO 32000-1, 12.5.3). */
const flagBits: Readonly<Record<string, number>> = {
  hidden: 2,
  print: 4,
  nozoom: 8,
  norotate: 16,
  noview: 32,
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
  'None',
  'Square',
  'Circle',
  'Diamond',
  'OpenArrow',
  'ClosedArrow',
  'Butt',
  'ROpenArrow',
  'RClosedArrow',
  'Slash',
]);

/** Writes only known kinds and fields (ISO 32000-1, 12.5), and no actions. */
export async function addAnnotations(
  pdf: PDFDocument,
  marks: readonly Annotation[],
  typesetter: Typesetter,
): Promise<void> {
  const pages = pdf.getPages();
  const words = createTextSetter(pdf, typesetter);
  const made = new Map<string, PDFDict>();
  const refs = new Map<string, PDFRef>();
  const written = new Set(marks.flatMap(({ id, kind, page }) => (kind === 'opaque' || !pages[page] ? [] : [id])));
  for (const mark of marks) {
    const page = pages[mark.page];
    if (!page || mark.kind === 'opaque' || (isState(mark) && !written.has(mark.inReplyTo ?? ''))) continue;
    const annotation = annotationOf(pdf, page, mark, words);
    const ref = pdf.context.register(annotation);
    page.node.addAnnot(ref);
    made.set(mark.id, annotation);
    refs.set(mark.id, ref);
  }
  await words.finish();
  for (const mark of marks) {
    const answered = mark.kind === 'text' && mark.inReplyTo !== mark.id && refs.get(mark.inReplyTo ?? '');
    if (answered) made.get(mark.id)?.set(PDFName.of('IRT'), answered);
  }
}

function annotationOf(pdf: PDFDocument, page: PDFPage, mark: DrawnAnnotation, words: TextSetter): PDFDict {
  const { context } = pdf;
  const rect = mark.kind === 'text' ? signRect(mark.rect, page.getRotation().angle) : mark.rect;
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
  const appearance = appearanceOf(pdf, page, mark, words);
  if (appearance) entries.AP = context.obj({ N: appearance });
  return context.obj(entries);
}

/** Viewers draw a note's icon upright from its rectangle's upper left corner in user space (ISO 32000-1, 12.5.6.4). */
function signRect({ left, bottom, right, top }: Rect, rotation: number): Rect {
  const turn = (((rotation % 360) + 360) % 360) / 90;
  const hook = { x: turn >= 2 ? right : left, y: turn === 1 || turn === 2 ? bottom : top };
  return { left: hook.x, bottom: hook.y - (top - bottom), right: hook.x + (right - left), top: hook.y };
}

function appearanceOf(pdf: PDFDocument, page: PDFPage, mark: DrawnAnnotation, words: TextSetter): PDFRef | undefined {
  if (mark.kind === 'text') return undefined;
  if (mark.kind === 'freetext') return words.freeText(mark, page.getRotation().angle);
  if (mark.kind === 'stamp') return words.stamp(mark, page.getRotation().angle);
  return shapeAppearance(pdf, mark);
}

function particular(pdf: PDFDocument, mark: DrawnAnnotation): Record<string, PDFObject> {
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
      return {
        BS: borderOf(pdf, mark),
        ...(mark.fringe && { RD: context.obj([...mark.fringe]) }),
        ...interior(pdf, mark.interior),
      };
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
      const { colour, fontSize, align } = freeTextLook(mark);
      return {
        DA: PDFString.of(`${channelsOf(colour).join(' ')} rg /Helv ${fontSize} Tf`),
        Q: context.obj(['left', 'center', 'right'].indexOf(align)),
        BS: borderOf(pdf, mark),
      };
    }
    case 'text':
      return { Name: PDFName.of(noteIcons.has(mark.icon ?? '') ? (mark.icon ?? 'Note') : 'Note'), ...stateOf(mark) };
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

/** `head` is the start of the line, as in XFDF. */
function endsOf({ context }: PDFDocument, head: string | undefined, tail: string | undefined): PDFObject {
  const name = (end: string | undefined) => PDFName.of(lineEnds.has(end ?? '') ? (end ?? 'None') : 'None');
  return context.obj([name(head), name(tail)]);
}

const isState = (mark: DrawnAnnotation): mark is NoteAnnotation =>
  mark.kind === 'text' && mark.state !== undefined && mark.stateModel !== undefined;

function stateOf({ state, stateModel }: NoteAnnotation): Record<string, PDFObject> {
  if (state === undefined || stateModel === undefined) return {};
  return { State: PDFHexString.fromText(state), StateModel: PDFHexString.fromText(stateModel) };
}

function interior({ context }: PDFDocument, colour: string | undefined): Record<string, PDFObject> {
  return colour === undefined ? {} : { IC: context.obj(channelsOf(colour)) };
}
