import { type Appearance, isDict, type PdfDict, type PdfObject } from './appearance.ts';

/** The form is this entry of the only page's XObjects. */
export const appearanceName = 'Look';

/** A PDF of one page, as large as the appearance, that draws it and nothing else: the same for the screen and for a copy. */
export function appearancePdf({ form, bounds }: Appearance): Uint8Array<ArrayBuffer> {
  const { left, bottom, right, top } = bounds;
  const file = new File();
  const look = file.add(form);
  const content = file.add({ entries: new Map(), bytes: latin(`/${appearanceName} Do`) });
  const pages = file.addText(
    (own) =>
      `<< /Type /Pages /Count 1 /Kids [${own + 1} 0 R] /MediaBox [${[left, bottom, right, top].map(number).join(' ')}] >>`,
  );
  file.addText(
    () =>
      `<< /Type /Page /Parent ${pages} 0 R /Contents ${content} 0 R /Resources << /XObject << /${appearanceName} ${look} 0 R >> >> >>`,
  );
  const catalog = file.addText(() => `<< /Type /Catalog /Pages ${pages} 0 R >>`);
  return file.bytes(catalog);
}

/** ISO 32000-1, 7.5. */
class File {
  readonly #objects: (readonly Uint8Array[])[] = [];

  /** Returns its number. */
  addText(write: (own: number) => string): number {
    const own = this.#objects.length + 1;
    this.#objects.push([latin(write(own))]);
    return own;
  }

  add({ entries, bytes = new Uint8Array() }: PdfDict): number {
    const head = this.#entries(new Map([...entries, ['Length', bytes.length]]));
    this.#objects.push([latin(`<< ${head} >>\nstream\n`), bytes, latin('\nendstream')]);
    return this.#objects.length;
  }

  bytes(root: number): Uint8Array<ArrayBuffer> {
    const parts: Uint8Array[] = [latin('%PDF-1.7\n')];
    const starts: number[] = [];
    let length = 9;
    const put = (...given: readonly Uint8Array[]): void => {
      for (const each of given) {
        parts.push(each);
        length += each.length;
      }
    };
    for (const [at, object] of this.#objects.entries()) {
      starts.push(length);
      put(latin(`${at + 1} 0 obj\n`), ...object, latin('\nendobj\n'));
    }
    const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
    const size = starts.length + 1;
    const trailer = `trailer\n<< /Size ${size} /Root ${root} 0 R >>\nstartxref\n${length}\n%%EOF\n`;
    put(latin(`xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`));
    const whole = new Uint8Array(length);
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }

  #entries(entries: ReadonlyMap<string, PdfObject>): string {
    return [...entries].map(([key, value]) => `${name(key)} ${this.#write(value)}`).join(' ');
  }

  #write(value: PdfObject): string {
    if (typeof value === 'number') return number(value);
    if (typeof value === 'boolean') return String(value);
    if (typeof value === 'string') return name(value);
    if (value instanceof Uint8Array) return `<${[...value].map(hex).join('')}>`;
    if (!isDict(value)) return `[${value.map((each) => this.#write(each)).join(' ')}]`;
    return value.bytes === undefined ? `<< ${this.#entries(value.entries)} >>` : `${this.add(value)} 0 R`;
  }
}

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');

/** No exponents. */
const number = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(6));

function name(text: string): string {
  const bytes = [...new TextEncoder().encode(text)];
  return `/${bytes.map((byte) => (/[A-Za-z0-9._+-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `#${hex(byte)}`)).join('')}`;
}

const latin = (text: string): Uint8Array => Uint8Array.from(text, (each) => each.charCodeAt(0));
