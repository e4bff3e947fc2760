import {
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFPageLeaf,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import { channelsOf } from '#server/integrations/pdf/drawing.ts';
import type { Typeface } from '#server/integrations/pdf/typeface.ts';

/** Page entries that are removed, because they are actions or refer to other parts of the file. */
const droppedFromPages = ['AA', 'B', 'Metadata', 'PieceInfo', 'StructParents', 'Thumb'];
const droppedKinds: ReadonlySet<string> = new Set([
  '/FileAttachment',
  '/Movie',
  '/RichMedia',
  '/Screen',
  '/Sound',
  '/3D',
  '/TrapNet',
  '/PrinterMark',
]);
const namesMax = 20_000;

export function cleanPages(pdf: PDFDocument): void {
  const named = namedDestinations(pdf);
  for (const { node } of pdf.getPages()) {
    for (const key of droppedFromPages) node.delete(PDFName.of(key));
    const annots = node.Annots();
    if (!annots) continue;
    const kept = annots.asArray().filter((entry) => {
      const annotation = pdf.context.lookup(entry);
      return annotation instanceof PDFDict && cleanAnnotation(annotation, named);
    });
    node.set(PDFName.of('Annots'), pdf.context.obj(kept as never));
  }
}

function cleanAnnotation(annotation: PDFDict, named: ReadonlyMap<string, PDFObject>): boolean {
  if (droppedKinds.has(String(annotation.lookup(PDFName.of('Subtype'))))) return false;
  for (const key of ['AA', 'PA', 'StructParent']) annotation.delete(PDFName.of(key));
  const action = annotation.lookup(PDFName.of('A'));
  const dest = annotation.lookup(PDFName.of('Dest'));
  annotation.delete(PDFName.of('A'));
  annotation.delete(PDFName.of('Dest'));
  if (dest) setDestination(annotation, destinationOf(dest, named));
  else if (action instanceof PDFDict) keepAction(annotation, action, named);
  return true;
}

function keepAction(annotation: PDFDict, action: PDFDict, named: ReadonlyMap<string, PDFObject>): void {
  const kind = String(action.lookup(PDFName.of('S')));
  if (kind === '/GoTo') setDestination(annotation, destinationOf(action.lookup(PDFName.of('D')), named));
  const address = action.lookup(PDFName.of('URI'));
  if (kind !== '/URI' || !(address instanceof PDFString || address instanceof PDFHexString)) return;
  if (!/^(https?:\/\/|mailto:)/i.test(address.decodeText())) return;
  annotation.set(PDFName.of('A'), annotation.context.obj({ Type: 'Action', S: 'URI', URI: address }));
}

function setDestination(annotation: PDFDict, destination: PDFArray | undefined): void {
  if (destination) annotation.set(PDFName.of('Dest'), destination);
}

export function destinationOf(
  value: PDFObject | undefined,
  named: ReadonlyMap<string, PDFObject>,
): PDFArray | undefined {
  const found = value instanceof PDFArray ? value : named.get(nameOf(value) ?? '');
  if (!(found instanceof PDFArray)) return undefined;
  return found.get(0) instanceof PDFRef ? found : undefined;
}

function nameOf(value: PDFObject | undefined): string | undefined {
  if (value instanceof PDFName) return value.decodeText();
  return value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : undefined;
}

/** Reads both kinds of named destinations (ISO 32000-1, 12.3.2.3). */
export function namedDestinations(pdf: PDFDocument): ReadonlyMap<string, PDFObject> {
  const found = new Map<string, PDFObject>();
  const keep = (name: string | undefined, value: PDFObject | undefined): void => {
    const place = value instanceof PDFDict ? value.lookup(PDFName.of('D')) : value;
    if (name !== undefined && place && found.size < namesMax) found.set(name, place);
  };
  const old = pdf.catalog.lookup(PDFName.of('Dests'));
  if (old instanceof PDFDict) for (const [name] of old.entries()) keep(name.decodeText(), old.lookup(name));
  const names = pdf.catalog.lookup(PDFName.of('Names'));
  // The set ends the loop if the tree is circular.
  const nodes = new Set<PDFObject | undefined>([
    names instanceof PDFDict ? names.lookup(PDFName.of('Dests')) : undefined,
  ]);
  for (const node of nodes) {
    if (!(node instanceof PDFDict)) continue;
    const pairs = node.lookup(PDFName.of('Names'));
    if (pairs instanceof PDFArray) {
      for (let at = 0; at + 1 < pairs.size(); at += 2) keep(nameOf(pairs.lookup(at)), pairs.lookup(at + 1));
    }
    const kids = node.lookup(PDFName.of('Kids'));
    if (kids instanceof PDFArray) for (let at = 0; at < kids.size(); at += 1) nodes.add(kids.lookup(at));
  }
  return found;
}

/** Height of US Letter in points. */
export const sheetHeight = 792;
const size = 8.5;
const colour = channelsOf('#3d3931').join(' ');
const fontKey = 'DaisInter';
const padding = 3;
const inset = 14;

export const labelPrefix = (label: string): string => (label === '' ? '' : `${label} · `);

export function stampPage(
  part: PDFContext,
  ref: PDFRef,
  given: { readonly label: string; readonly page: number; readonly face: Typeface },
): void {
  const page = part.lookup(ref);
  if (!(page instanceof PDFPageLeaf)) throw new Error('The reference does not lead to a page.');
  const words = `${labelPrefix(given.label)}${given.page}`;
  const { width, scale, matrix } = uprightArea(page);
  const wide = given.face.width(words) * size + 2 * padding;
  const right = width - (inset + wide) * scale;
  const drawn = [
    'q',
    `${matrix} cm`,
    `${decimal(scale)} 0 0 ${decimal(scale)} ${decimal(right)} ${decimal(inset * scale)} cm`,
    `1 1 1 rg 0 0 ${decimal(wide)} ${size + 2 * padding} re f`,
    `BT ${colour} rg ${padding} ${padding + 1} Td /${fontKey} ${size} Tf <${given.face.glyphs(words)}> Tj ET`,
    'Q',
  ].join('\n');
  page.setFontDictionary(PDFName.of(fontKey), given.face.ref);
  page.addContentStream(part.register(part.flateStream(drawn)));
}

export function uprightArea(page: PDFPageLeaf) {
  const box = boxOf(page);
  const turn = (((page.Rotate()?.asNumber() ?? 0) % 360) + 360) % 360;
  const [width, height] = turn % 180 === 0 ? [box.width, box.height] : [box.height, box.width];
  const scale = Math.max(1, Math.max(width, height) / sheetHeight);
  return { width, height, scale, matrix: matrixOf(turn, box).map(decimal).join(' ') };
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Viewers show only the part of the crop box that is inside the page (ISO 32000-1, 14.11.2). */
function boxOf(page: PDFPageLeaf): Box {
  const media = page.MediaBox().asRectangle();
  const crop = page.CropBox()?.asRectangle() ?? media;
  const [x, y] = [Math.max(media.x, crop.x), Math.max(media.y, crop.y)];
  const width = Math.min(media.x + media.width, crop.x + crop.width) - x;
  const height = Math.min(media.y + media.height, crop.y + crop.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : media;
}

/** `turn` is in degrees clockwise. */
function matrixOf(turn: number, { x, y, width, height }: Box): readonly number[] {
  if (turn === 90) return [0, 1, -1, 0, x + width, y];
  if (turn === 180) return [-1, 0, 0, -1, x + width, y + height];
  if (turn === 270) return [0, -1, 1, 0, x, y + height];
  return [1, 0, 0, 1, x, y];
}

export const decimal = (value: number): number => Math.round(value * 1_000) / 1_000;
