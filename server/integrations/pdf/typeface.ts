import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type PDFContext, PDFHexString, PDFName, type PDFRef } from 'pdf-lib';

const emUnits = 1_000;
/** For missing glyphs. */
const missing = '?'.charCodeAt(0);

/** A TrueType font embedded whole by glyph (ISO 32000-1, 9.7.4), so that any letter can be written and copied. */
export interface Typeface {
  has(codePoint: number): boolean;
  /** In ems. */
  width(text: string): number;
  /** Hexadecimal, for `<…> Tj`. */
  glyphs(text: string): string;
  /** After all text. */
  embed(context: PDFContext, ref: PDFRef): void;
}

/** Liberation Sans from pdf.js, metric-compatible with Helvetica. */
export async function openSans(style: 'Regular' | 'Bold'): Promise<Typeface> {
  const folder = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts');
  const name = `LiberationSans-${style}`;
  return openTypeface(await readFile(join(folder, `${name}.ttf`)), name);
}

/** `name`: PostScript name. */
function openTypeface(bytes: Uint8Array, name: string): Typeface {
  const file = readTrueType(bytes);
  const used = new Map<number, number>();
  const glyphOf = (codePoint: number): number => {
    const glyph = file.glyphOf(codePoint) ?? file.glyphOf(missing) ?? 0;
    used.set(glyph, file.glyphOf(codePoint) === undefined ? missing : codePoint);
    return glyph;
  };
  const glyphsOf = (text: string): readonly number[] =>
    [...text].map((letter) => glyphOf(letter.codePointAt(0) ?? missing));
  return {
    has: (codePoint) => file.glyphOf(codePoint) !== undefined,
    width: (text) => glyphsOf(text).reduce((sum, glyph) => sum + file.widthOf(glyph), 0) / emUnits,
    glyphs: (text) => glyphsOf(text).map(hex).join(''),
    embed(context, ref) {
      const sorted = [...used].sort(([one], [other]) => one - other);
      const program = context.register(context.flateStream(bytes, { Length1: bytes.length }));
      const descriptor = context.register(
        context.obj({
          Type: 'FontDescriptor',
          FontName: name,
          Flags: 4,
          FontBBox: [...file.box],
          ItalicAngle: 0,
          Ascent: file.ascent,
          Descent: file.descent,
          CapHeight: file.ascent,
          StemV: 80,
          FontFile2: program,
        }),
      );
      const descendant = context.register(
        context.obj({
          Type: 'Font',
          Subtype: 'CIDFontType2',
          BaseFont: name,
          CIDSystemInfo: {
            Registry: PDFHexString.of(asciiHex('Adobe')),
            Ordering: PDFHexString.of(asciiHex('Identity')),
            Supplement: 0,
          },
          FontDescriptor: descriptor,
          CIDToGIDMap: 'Identity',
          W: sorted.flatMap(([glyph]) => [glyph, [file.widthOf(glyph)]]),
        }),
      );
      context.assign(
        ref,
        context.obj({
          Type: 'Font',
          Subtype: 'Type0',
          BaseFont: name,
          Encoding: PDFName.of('Identity-H'),
          DescendantFonts: [descendant],
          ToUnicode: context.register(context.flateStream(toUnicode(sorted))),
        }),
      );
    },
  };
}

const hex = (glyph: number): string => glyph.toString(16).padStart(4, '0');
const asciiHex = (text: string): string => Buffer.from(text, 'ascii').toString('hex');

/** At most a hundred entries per block. */
function toUnicode(used: readonly (readonly [glyph: number, codePoint: number])[]): string {
  const blocks: string[] = [];
  for (let from = 0; from < used.length; from += 100) {
    const rows = used.slice(from, from + 100).map(([glyph, codePoint]) => `<${hex(glyph)}> <${utf16Hex(codePoint)}>`);
    blocks.push(`${rows.length} beginbfchar\n${rows.join('\n')}\nendbfchar`);
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000> <ffff> endcodespacerange',
    ...blocks,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}

const utf16Hex = (codePoint: number): string =>
  Buffer.from(String.fromCodePoint(codePoint), 'utf16le').swap16().toString('hex');

interface TrueType {
  glyphOf(codePoint: number): number | undefined;
  /** Thousandths of an em. */
  widthOf(glyph: number): number;
  readonly ascent: number;
  readonly descent: number;
  readonly box: readonly number[];
}

/** Tables `head`, `hhea`, `hmtx` and `cmap` (format 4). */
function readTrueType(bytes: Uint8Array): TrueType {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = new Map<string, number>();
  for (let nth = 0; nth < view.getUint16(4); nth += 1) {
    const at = 12 + 16 * nth;
    tables.set(Buffer.from(bytes.subarray(at, at + 4)).toString('ascii'), view.getUint32(at + 8));
  }
  const table = (tag: string): number => {
    const at = tables.get(tag);
    if (at === undefined) throw new Error(`The typeface has no table ${tag}.`);
    return at;
  };
  const [head, hhea, hmtx] = [table('head'), table('hhea'), table('hmtx')];
  const scaled = (units: number): number => Math.round((units * emUnits) / view.getUint16(head + 18));
  const widths = view.getUint16(hhea + 34);
  const map = mapOfLetters(view, table('cmap'));
  return {
    glyphOf: (codePoint) => map.get(codePoint),
    widthOf: (glyph) => scaled(view.getUint16(hmtx + 4 * Math.min(glyph, widths - 1))),
    ascent: scaled(view.getInt16(hhea + 4)),
    descent: scaled(view.getInt16(hhea + 6)),
    box: [36, 38, 40, 42].map((at) => scaled(view.getInt16(head + at))),
  };
}

function mapOfLetters(view: DataView, cmap: number): ReadonlyMap<number, number> {
  const at = formatFour(view, cmap);
  const segments = view.getUint16(at + 6) / 2;
  const map = new Map<number, number>();
  for (let nth = 0; nth < segments; nth += 1) {
    const end = view.getUint16(at + 14 + 2 * nth);
    const start = view.getUint16(at + 16 + 2 * (segments + nth));
    const delta = view.getUint16(at + 16 + 2 * (2 * segments + nth));
    const rangeAt = at + 16 + 2 * (3 * segments + nth);
    const range = view.getUint16(rangeAt);
    for (let code = start; code <= end && code < 0xffff; code += 1) {
      const raw = range === 0 ? code : view.getUint16(rangeAt + range + 2 * (code - start));
      const glyph = range !== 0 && raw === 0 ? 0 : (raw + delta) & 0xffff;
      if (glyph !== 0) map.set(code, glyph);
    }
  }
  return map;
}

function formatFour(view: DataView, cmap: number): number {
  for (let nth = 0; nth < view.getUint16(cmap + 2); nth += 1) {
    const at = cmap + view.getUint32(cmap + 4 + 8 * nth + 4);
    if (view.getUint16(at) === 4) return at;
  }
  throw new Error('The typeface maps its letters in no way that is known here.');
}
