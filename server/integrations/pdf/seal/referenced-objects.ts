import {
  decodePDFRawStream,
  PDFArray,
  PDFContext,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFObjectParser,
  PDFObjectStreamParser,
  PDFPageTree,
  PDFRawStream,
  PDFRef,
} from '@cantoo/pdf-lib';

/** The position of an object, or the number of the object stream that contains it. Null for a free number. */
type Place = { readonly ref: PDFRef; readonly at: number } | { readonly ref: PDFRef; readonly within: number } | null;

/**
 * pdf-lib ignores cross-references and uses the last object with each number, so a forged file could change its text or
 * hide a script. Throws if the references are damaged.
 */
export async function isReadAsReferenced(pdf: PDFDocument, bytes: Uint8Array, start: number): Promise<boolean> {
  const { context } = pdf;
  const { places, root } = readReferences({ bytes, context }, start);
  const isFound = (ref: PDFRef): boolean => places.get(ref.objectNumber)?.ref === ref;
  if (!(root instanceof PDFRef) || root !== context.trailerInfo.Root || !isFound(root)) return false;
  const unpacked = new Map<number, PDFContext>();
  for (const place of places.values()) {
    if (place === null) continue;
    const read = context.lookup(place.ref);
    if ('at' in place) {
      if (!isSame(read, objectAt({ bytes, context }, place.at, place.ref))) return false;
      continue;
    }
    const known = unpacked.get(place.within);
    const holder = known ?? (await unpack({ bytes, context }, places.get(place.within) ?? null));
    unpacked.set(place.within, holder);
    if (!isSame(read, holder.lookup(place.ref))) return false;
  }
  const all = context.enumerateIndirectObjects();
  return all.every(([ref, object]) => !(object instanceof PDFPageTree) || isFound(ref));
}

interface Source {
  readonly bytes: Uint8Array;
  readonly context: PDFContext;
}

/** Reads the cross-reference sections from newest to oldest (ISO 32000-2, 7.5.4 to 7.5.8). */
function readReferences(source: Source, start: number) {
  const places = new Map<number, Place>();
  let root: PDFObject | undefined;
  const seen = new Set<number>();
  const waiting = [start];
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const section = isTable(source.bytes, at) ? readTable(source, at) : readStream(source, at);
    for (const [number, place] of section.places) if (!places.has(number)) places.set(number, place);
    root ??= section.trailer.get(PDFName.of('Root'));
    for (const key of ['XRefStm', 'Prev']) {
      const next = section.trailer.lookup(PDFName.of(key));
      if (next instanceof PDFNumber) waiting.push(next.asNumber());
    }
  }
  return { places, root };
}

interface Section {
  readonly places: readonly (readonly [number, Place])[];
  readonly trailer: PDFDict;
}

const textAt = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', from, to);

const isTable = (bytes: Uint8Array, at: number): boolean => /^\s*xref/.test(textAt(bytes, at, at + 30));

function readTable({ bytes, context }: Source, at: number): Section {
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf('trailer', at, 'latin1');
  if (end < 0) throw new Error('A cross-reference table has no trailer.');
  const trailer = PDFObjectParser.forBytes(bytes.subarray(end + 'trailer'.length), context).parseObject();
  if (!(trailer instanceof PDFDict)) throw new Error('A trailer is not a dictionary.');
  // In a hybrid-reference file, the table marks an object as free if only the cross-reference stream lists it.
  const isHybrid = trailer.has(PDFName.of('XRefStm'));
  const words = textAt(bytes, at, end).trim().split(/\s+/).slice(1);
  const places: [number, Place][] = [];
  for (let next = 0; next < words.length; ) {
    const [first, count] = [Number(words[next]), Number(words[next + 1])];
    next += 2;
    for (let number = first; number < first + count; number += 1, next += 3) {
      const [offset, generation, kind] = [Number(words[next]), Number(words[next + 1]), words[next + 2]];
      if (kind !== 'n' && kind !== 'f') throw new Error('A cross-reference table is damaged.');
      if (kind === 'n' && offset > 0) places.push([number, { ref: PDFRef.of(number, generation), at: offset }]);
      else if (!isHybrid) places.push([number, null]);
    }
  }
  return { places, trailer };
}

function readStream(source: Source, at: number): Section {
  const stream = objectAt(source, at, null);
  if (!(stream instanceof PDFRawStream)) throw new Error('A cross-reference stream is missing.');
  const { dict: trailer } = stream;
  const [typeWidth = 0, secondWidth = 0, thirdWidth = 0] = numbersOf(trailer.lookup(PDFName.of('W')));
  const size = trailer.lookup(PDFName.of('Size'), PDFNumber).asNumber();
  const index = trailer.has(PDFName.of('Index')) ? numbersOf(trailer.lookup(PDFName.of('Index'))) : [0, size];
  const data = unpredicted(trailer, decodePDFRawStream(stream).decode());
  let position = 0;
  const field = (width: number): number => {
    let value = 0;
    for (const end = position + width; position < end; position += 1) value = value * 256 + (data[position] ?? 0);
    return value;
  };
  const places: [number, Place][] = [];
  for (let pair = 0; pair < index.length; pair += 2) {
    const [first = 0, count = 0] = index.slice(pair, pair + 2);
    for (let number = first; number < first + count && position < data.length; number += 1) {
      const type = typeWidth === 0 ? 1 : field(typeWidth);
      const [second, third] = [field(secondWidth), field(thirdWidth)];
      if (type === 1 && second > 0) places.push([number, { ref: PDFRef.of(number, third), at: second }]);
      else if (type === 2) places.push([number, { ref: PDFRef.of(number, 0), within: second }]);
      else places.push([number, null]);
    }
  }
  return { places, trailer };
}

/** Decodes PNG predictors, which cross-reference streams usually use (ISO 32000-2, 7.4.4.4) and pdf-lib ignores. */
function unpredicted(trailer: PDFDict, data: Uint8Array): Uint8Array {
  const given = trailer.lookup(PDFName.of('DecodeParms'));
  const params = given instanceof PDFArray ? given.lookup(0) : given;
  const number = (key: string): number => {
    const value = params instanceof PDFDict ? params.lookup(PDFName.of(key)) : undefined;
    return value instanceof PDFNumber ? value.asNumber() : 1;
  };
  const predictor = number('Predictor');
  if (predictor === 1) return data;
  const width = number('Columns');
  if (predictor < 10 || !(width >= 1)) throw new Error('A cross-reference stream has an unusual predictor.');
  const rows = Math.floor(data.length / (width + 1));
  const result = new Uint8Array(rows * width);
  for (let row = 0; row < rows; row += 1) {
    const filter = data[row * (width + 1)] ?? 0;
    for (let column = 0; column < width; column += 1) {
      const at = row * width + column;
      const left = column > 0 ? (result[at - 1] ?? 0) : 0;
      const above = row > 0 ? (result[at - width] ?? 0) : 0;
      const aboveLeft = row > 0 && column > 0 ? (result[at - width - 1] ?? 0) : 0;
      const expected = [0, left, above, (left + above) >> 1, paeth(left, above, aboveLeft)][filter];
      if (expected === undefined) throw new Error('A cross-reference stream is damaged.');
      result[at] = (data[row * (width + 1) + 1 + column] ?? 0) + expected;
    }
  }
  return result;
}

function paeth(left: number, above: number, aboveLeft: number): number {
  const [toLeft, toAbove] = [Math.abs(above - aboveLeft), Math.abs(left - aboveLeft)];
  const toAboveLeft = Math.abs(left + above - 2 * aboveLeft);
  if (toLeft <= toAbove && toLeft <= toAboveLeft) return left;
  return toAbove <= toAboveLeft ? above : aboveLeft;
}

const numbersOf = (value: PDFObject | undefined): number[] =>
  value instanceof PDFArray ? value.asArray().map((each) => (each instanceof PDFNumber ? each.asNumber() : 0)) : [];

/** Throws unless the object at this position has the number in `ref`. If `ref` is null, any number is accepted. */
function objectAt({ bytes, context }: Source, at: number, ref: PDFRef | null): PDFObject {
  const header = /^\s*(\d+)\s+(\d+)\s+obj/.exec(textAt(bytes, at, at + 60));
  if (!header || (ref !== null && PDFRef.of(Number(header[1]), Number(header[2])) !== ref)) {
    throw new Error('A cross-reference does not point to its object.');
  }
  return PDFObjectParser.forBytes(bytes.subarray(at + header[0].length), context).parseObject();
}

async function unpack(source: Source, place: Place): Promise<PDFContext> {
  const stream = place !== null && 'at' in place ? objectAt(source, place.at, place.ref) : null;
  if (!(stream instanceof PDFRawStream)) throw new Error('An object stream is missing.');
  const holder = PDFContext.create();
  const dict = PDFDict.fromMapWithContext(new Map(stream.dict.entries()), holder);
  await PDFObjectStreamParser.forStream(PDFRawStream.of(dict, stream.contents)).parseIntoContext();
  return holder;
}

/** A missing object equals null. */
function isSame(one: PDFObject | undefined, other: PDFObject | undefined): boolean {
  if (one instanceof PDFRawStream && other instanceof PDFRawStream) {
    return String(one.dict) === String(other.dict) && Buffer.from(one.contents).equals(other.contents);
  }
  return String(one ?? 'null') === String(other ?? 'null');
}
