import { coordinateMax, type Rect, type StampAnnotation } from './annotation.ts';
import { childElements, childNamed, RefusedXml, readXml, textOf, type XmlElement } from './xml.ts';

/** What a PDF is made of: a text is a name, bytes are a string. */
export type PdfObject = number | boolean | string | Uint8Array | readonly PdfObject[] | PdfDict;

export interface PdfDict {
  readonly entries: ReadonlyMap<string, PdfObject>;
  /** Of a stream, as its filters left them. */
  readonly bytes?: Uint8Array;
}

export const isDict = (value: PdfObject): value is PdfDict =>
  typeof value === 'object' && !Array.isArray(value) && !(value instanceof Uint8Array);

/** How a stamp looks, as another program drew it. */
export interface Appearance {
  /** A form XObject with all that it draws with. */
  readonly form: PdfDict;
  /** Of the form, where its matrix puts it; viewers lay it onto the stamp's rectangle (ISO 32000-1, 12.5.5). */
  readonly bounds: Rect;
}

/** A stamp needs a few. */
const streamsMax = 64;
const formDepthMax = 6;
/** Forms within forms, each drawn some times by the one around it, would be drawn without end. */
const drawsMax = 1_000;
const imagePixelsMax = 4_000_000;

/** Null without one that can be drawn. */
export function readAppearance(stamp: StampAnnotation): Appearance | null {
  const given = stamp.extras?.elements.find(({ name }) => name === 'appearance');
  if (given === undefined) return null;
  try {
    const root = readXml(new TextDecoder().decode(bytesOfBase64(textOf(given))), 'DICT');
    const normal = childElements(root).find(({ name, attributes }) => name === 'STREAM' && attributes.KEY === 'N');
    if (root.attributes.KEY !== 'AP' || normal === undefined) return null;
    const form = new Reading().stream(normal, 'form');
    return { form: { ...form, entries: new Map([...form.entries, ...ofForm]) }, bounds: boundsOf(form) };
  } catch (error) {
    if (error instanceof Undrawable || error instanceof RefusedXml) return null;
    throw error;
  }
}

const ofForm = [
  ['Type', 'XObject'],
  ['Subtype', 'Form'],
] as const;

/** A picture of a stamp; `url` is `data:image/png;base64,…`. Null without one, and for one that is no picture or too large. */
export function readImageData(stamp: StampAnnotation): StampImage | null {
  const given = stamp.extras?.elements.find(({ name }) => name === 'imagedata');
  const text = given === undefined ? '' : textOf(given).replaceAll(/\s+/g, '');
  const [, base64] = /^data:image\/(?:png|jpe?g);base64,([A-Za-z0-9+/]+={0,2})$/i.exec(text) ?? [];
  if (base64 === undefined || base64.length % 4 !== 0) return null;
  const bytes = bytesOfBase64(base64);
  const found = sizeOfPng(bytes) ?? sizeOfJpeg(bytes);
  if (found === null || found.pixels > imagePixelsMax) return null;
  return { type: found.type, url: `data:image/${found.type};base64,${base64}` };
}

interface StampImage {
  readonly type: 'png' | 'jpeg';
  readonly url: string;
}

interface Size {
  readonly type: StampImage['type'];
  readonly pixels: number;
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** 'IHDR', the chunk that a PNG begins with. */
const pngHeader = 0x49484452;

/** Null also where a second header would give another size. */
function sizeOfPng(bytes: Uint8Array): Size | null {
  const view = viewOf(bytes);
  if (bytes.length < 33 || view.getUint32(0) !== 0x89504e47 || view.getUint32(12) !== pngHeader) return null;
  // Of each chunk length, name, data and checksum.
  for (let at = 8 + 12 + view.getUint32(8); at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    if (view.getUint32(at + 4) === pngHeader) return null;
  }
  return { type: 'png', pixels: view.getUint32(16) * view.getUint32(20) };
}

/** Of its first frame. */
function sizeOfJpeg(bytes: Uint8Array): Size | null {
  const view = viewOf(bytes);
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 <= bytes.length; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at);
    if (marker < 0xffc0 || marker > 0xfffe) return null;
    const isFrame = marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return { type: 'jpeg', pixels: view.getUint16(at + 5) * view.getUint16(at + 7) };
  }
  return null;
}

class Undrawable extends Error {}

/** The keys that are about drawing, by what they stand in: nothing that acts, names a file or leads out of the tree. */
type Role = keyof typeof roles;
const plain = (keys: string): Record<string, null> => Object.fromEntries(keys.split(' ').map((key) => [key, null]));
const body = { ...plain('Filter'), DecodeParms: 'parameters' } as const;
const roles = {
  form: { ...plain('Type Subtype FormType BBox Matrix'), ...body, Group: 'group', Resources: 'resources' },
  image: {
    ...plain('Type Subtype Width Height BitsPerComponent Decode ImageMask Interpolate Intent Matte SMaskInData'),
    ...{ ...body, ColorSpace: 'space', Mask: 'image', SMask: 'image' },
  },
  parameters: plain('Predictor Colors BitsPerComponent Columns EarlyChange K EndOfLine Rows EndOfBlock BlackIs1'),
  group: { ...plain('Type S I K'), CS: 'space' },
  resources: {
    ...plain('ProcSet'),
    ...{ ExtGState: 'states', ColorSpace: 'spaces', Pattern: 'patterns', Shading: 'shadings' },
    ...{ XObject: 'objects', Font: 'fonts' },
  },
  state: { ...plain('Type LW LC LJ ML D RI OP op OPM FL SM SA BM CA ca AIS TK'), Font: 'font', SMask: 'mask' },
  mask: { ...plain('Type S BC'), G: 'form' },
  /** Colour spaces, and the functions and profiles that they use. */
  space: {
    ...plain('N Range WhitePoint BlackPoint Gamma Matrix FunctionType Domain C0 C1 Bounds Encode Size BitsPerSample'),
    ...{ ...plain('Order Decode'), ...body, Alternate: 'space', Functions: 'space' },
  },
  pattern: {
    ...plain('Type PatternType PaintType TilingType BBox XStep YStep Matrix'),
    ...{ ...body, Resources: 'resources', Shading: 'shading', ExtGState: 'state' },
  },
  shading: {
    ...plain('ShadingType Background BBox AntiAlias Coords Domain Extend Matrix Decode'),
    ...{ ...plain('BitsPerCoordinate BitsPerComponent BitsPerFlag VerticesPerRow'), ...body },
    ...{ ColorSpace: 'space', Function: 'space' },
  },
  font: {
    ...plain('Type Subtype Name BaseFont FirstChar LastChar Widths W DW W2 DW2 FontBBox FontMatrix'),
    ...{ Encoding: 'encoding', FontDescriptor: 'descriptor', DescendantFonts: 'font', CIDSystemInfo: 'system' },
    ...{ CIDToGIDMap: 'program', ToUnicode: 'program', CharProcs: 'programs', Resources: 'resources' },
  },
  descriptor: {
    ...plain('Type FontName FontFamily FontStretch FontWeight Flags FontBBox ItalicAngle Ascent Descent Leading'),
    ...plain('CapHeight XHeight StemV StemH AvgWidth MaxWidth MissingWidth CharSet'),
    ...{ FontFile: 'program', FontFile2: 'program', FontFile3: 'program', CIDSet: 'program' },
  },
  encoding: { ...plain('Type BaseEncoding Differences CMapName WMode'), ...body },
  system: plain('Registry Ordering Supplement'),
  program: { ...plain('Subtype Length1 Length2 Length3'), ...body },
  // By names of the program's own.
  states: 'state',
  spaces: 'space',
  patterns: 'pattern',
  shadings: 'shading',
  objects: 'object',
  fonts: 'font',
  programs: 'program',
  /** A form or an image, as it says. */
  object: {},
} as const;

const filters: ReadonlySet<string> = new Set([
  ...['FlateDecode', 'LZWDecode', 'ASCII85Decode', 'ASCIIHexDecode', 'RunLengthDecode', 'DCTDecode', 'JPXDecode'],
  ...['CCITTFaxDecode', 'Fl', 'LZW', 'A85', 'AHx', 'RL', 'DCT', 'CCF'],
]);

/** One tree. Throws `Undrawable` where it is broken; what is not about drawing is left out. */
class Reading {
  #streams = 0;
  #forms = 0;
  readonly #draws = new Map<PdfObject, number>();

  stream(element: XmlElement, asked: Role): PdfDict {
    this.#streams += 1;
    if (this.#streams > streamsMax) throw new Undrawable('too many streams');
    const role = asked === 'object' ? roleOfObject(element) : asked;
    if (role === 'form') this.#forms += 1;
    if (this.#forms > formDepthMax) throw new Undrawable('too many forms within forms');
    const data = childNamed(element, 'DATA');
    const entries = this.#entries(element, role);
    if (role === 'form') this.#forms -= 1;
    if (role === 'image' && pixelsOf(entries) > imagePixelsMax) throw new Undrawable('too large an image');
    const { MODE: mode, ENCODING: encoding } = data?.attributes ?? {};
    const words = data === undefined ? '' : textOf(data);
    if (![undefined, 'ASCII', 'HEX'].includes(encoding)) throw new Undrawable('an unknown encoding');
    const bytes = encoding === 'HEX' ? bytesOfHex(words) : Uint8Array.from(words, (each) => each.charCodeAt(0));
    // The bytes are those that the filters would give.
    if (mode === 'FILTERED' || encoding !== 'HEX') for (const key of ['Filter', 'DecodeParms']) entries.delete(key);
    if ([entries.get('Filter') ?? []].flat().some((name) => typeof name !== 'string' || !filters.has(name)))
      throw new Undrawable('an unknown filter');
    const made = { entries, bytes };
    if (role === 'form') this.#draws.set(made, this.#countDraws(made));
    return made;
  }

  /** Objects that are drawn when a form is; how often a filtered content draws each is not known here. */
  #countDraws({ entries, bytes }: Required<PdfDict>): number {
    const objects = inside(inside(entries, 'Resources'), 'XObject');
    const content = entries.has('Filter') ? null : new TextDecoder('latin1').decode(bytes);
    const names =
      content === null
        ? [...objects.keys()]
        : [...content.matchAll(/\/([^\s/<>[\](){}%]+)\s+Do\b/g)].map(([, name]) => name);
    let count = 1;
    for (const name of names) {
      const object = objects.get(name ?? '');
      count += object === undefined ? 1 : (this.#draws.get(object) ?? 1);
      if (count > drawsMax) throw new Undrawable('too much to draw');
    }
    return count;
  }

  #entries(element: XmlElement, role: Role): Map<string, PdfObject> {
    const entries = new Map<string, PdfObject>();
    const known = roles[role];
    for (const child of childElements(element)) {
      const { KEY: key = '' } = child.attributes;
      const inner = (typeof known === 'string' ? known : Reflect.get(known, key)) as Role | null | undefined;
      const isKnown = typeof known === 'string' ? key !== '' : Object.hasOwn(known, key);
      const value = isKnown ? this.#value(child, inner ?? null) : undefined;
      if (value !== undefined) entries.set(key, value);
    }
    return entries;
  }

  /** Undefined for what does not belong there. */
  #value(element: XmlElement, role: Role | null): PdfObject | undefined {
    const { VAL: value = '' } = element.attributes;
    switch (element.name) {
      case 'INT':
      case 'FIXED':
        return numberOf(value);
      case 'BOOL':
        return value.toLowerCase() === 'true';
      case 'NAME':
        return value;
      case 'STRING':
        return Uint8Array.from(value, (each) => each.charCodeAt(0));
      case 'ARRAY':
        return childElements(element)
          .map((child) => this.#value(child, role))
          .filter((each) => each !== undefined);
      case 'DICT':
        return role === null ? undefined : { entries: this.#entries(element, role) };
      case 'STREAM':
        return role === null ? undefined : this.stream(element, role);
      default:
        return undefined;
    }
  }
}

const none: ReadonlyMap<string, PdfObject> = new Map();

function inside(entries: ReadonlyMap<string, PdfObject>, key: string): ReadonlyMap<string, PdfObject> {
  const found = entries.get(key);
  return found !== undefined && isDict(found) ? found.entries : none;
}

function roleOfObject(element: XmlElement): Role {
  const said = childElements(element).find(({ attributes }) => attributes.KEY === 'Subtype')?.attributes.VAL;
  if (said === 'Form') return 'form';
  if (said === 'Image') return 'image';
  throw new Undrawable('neither a form nor an image');
}

function pixelsOf(entries: ReadonlyMap<string, PdfObject>): number {
  const [width, height] = [entries.get('Width'), entries.get('Height')];
  if (typeof width !== 'number' || typeof height !== 'number') throw new Undrawable('an image without a size');
  return width * height;
}

function boundsOf({ entries }: PdfDict): Rect {
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(entries.get('BBox'), 4) ?? [];
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersOf(entries.get('Matrix') ?? [1, 0, 0, 1, 0, 0], 6) ?? [];
  const corners = [left, right].flatMap((x) =>
    [bottom, top].map((y) => [a * x + c * y + e, b * x + d * y + f] as const),
  );
  const [across, up] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const bounds = {
    ...{ left: Math.min(...across), bottom: Math.min(...up) },
    ...{ right: Math.max(...across), top: Math.max(...up) },
  };
  const isArea = bounds.right - bounds.left > 0.01 && bounds.top - bounds.bottom > 0.01;
  if (!isArea || Object.values(bounds).some((each) => Math.abs(each) > coordinateMax))
    throw new Undrawable('no area to draw on');
  return bounds;
}

function numbersOf(value: PdfObject | undefined, count: number): readonly number[] | undefined {
  const isList = Array.isArray(value) && value.length === count && value.every((each) => typeof each === 'number');
  return isList ? (value as readonly number[]) : undefined;
}

function numberOf(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || Math.abs(value) > 1e9) throw new Undrawable('not a number');
  return value;
}

function bytesOfHex(text: string): Uint8Array {
  const digits = text.replaceAll(/\s+/g, '');
  if (digits.length % 2 !== 0 || /[^\da-f]/i.test(digits)) throw new Undrawable('not hexadecimal');
  return Uint8Array.from({ length: digits.length / 2 }, (_, at) =>
    Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16),
  );
}

function bytesOfBase64(text: string): Uint8Array {
  const bare = text.replaceAll(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(bare) || bare.length % 4 !== 0) throw new Undrawable('not base64');
  return Uint8Array.from(atob(bare), (each) => each.charCodeAt(0));
}
