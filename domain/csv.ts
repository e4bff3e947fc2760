export type CsvCell = string | number | null;

/** Spreadsheets would run text that begins with one of these characters as a formula. */
const beginsFormula = /^[=+\-@\t\r\n＝＋－＠]/u;

/** Writes RFC 4180 with a byte order mark, because some programs need it to detect UTF-8. */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')}`;
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const inert = beginsFormula.test(cell) ? `'${cell}` : cell;
  // Also quotes fields with semicolons and tabs, because some programs split at them.
  return /[",;\t\r\n]/.test(inert) || inert !== inert.trim() ? `"${inert.replaceAll('"', '""')}"` : inert;
}

export interface DelimitedRecord {
  /** The record's first line, counted from 1. */
  readonly line: number;
  readonly fields: readonly string[];
}

/** In order of preference. A record uses the first delimiter that it contains. */
const delimiters = ['\t', ';', '|', ','] as const;

/** Chooses the delimiter per record, because pasted lines may be mixed. */
export function parseDelimited(text: string): readonly DelimitedRecord[] {
  const plain = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const records: DelimitedRecord[] = [];
  const { line: hint, delimiter } = delimiterHint(plain);
  let line = hint === '' ? 1 : 2;
  for (let at = hint.length; at <= plain.length; ) {
    const end = recordEnd(plain, at);
    const record = plain.slice(at, end);
    records.push({ line, fields: fieldsOf(record, delimiter) });
    line += record.split('\n').length;
    at = end + 1;
  }
  return records;
}

/** Spreadsheets can declare the delimiter in the first line, for example `sep=;`. */
export function delimiterHint(text: string): { readonly line: string; readonly delimiter: string | undefined } {
  const [line = '', , delimiter] = /^\uFEFF?("?)sep=(.)\1[,;\t ]*(?:\r\n?|\n)/i.exec(text) ?? [];
  return { line, delimiter };
}

function recordEnd(text: string, from: number): number {
  for (let at = from; at < text.length; ) {
    const closed = beginsField(text, at, from) ? quoteEnd(text, at) : null;
    if (closed !== null) at = closed;
    else if (text[at] === '\n') return at;
    else at += 1;
  }
  return text.length;
}

function beginsField(text: string, at: number, from: number): boolean {
  if (text[at] !== '"') return false;
  let before = at - 1;
  while (before >= from && text[before] === ' ') before -= 1;
  return before < from || delimiters.some((delimiter) => delimiter === text[before]);
}

function quoteEnd(text: string, at: number): number | null {
  for (let next = text.indexOf('"', at + 1); next !== -1; next = text.indexOf('"', next + 2)) {
    if (text[next + 1] !== '"') return next + 1;
  }
  return null;
}

function fieldsOf(record: string, given: string | undefined): readonly string[] {
  const delimiter = given ?? delimiters.find((each) => partsBy(record, each).length > 1);
  return (delimiter === undefined ? [record] : partsBy(record, delimiter)).map(unquoted);
}

function partsBy(record: string, delimiter: string): readonly string[] {
  const parts: string[] = [];
  let begin = 0;
  for (let at = 0; at < record.length; ) {
    const closed = beginsField(record, at, 0) ? quoteEnd(record, at) : null;
    if (closed !== null) at = closed;
    else {
      if (record[at] === delimiter) {
        parts.push(record.slice(begin, at));
        begin = at + 1;
      }
      at += 1;
    }
  }
  return [...parts, record.slice(begin)];
}

/** Includes the text after the closing quotation mark, because `"Clarke, Owen" <owen@…>` is one field. */
function unquoted(field: string): string {
  const from = field.search(/\S/);
  const end = field[from] === '"' ? quoteEnd(field, from) : null;
  if (end === null) return field;
  return field.slice(from + 1, end - 1).replaceAll('""', '"') + field.slice(end);
}

/** Falls back to Windows-1252, which older spreadsheet programs on Windows write. */
export function decodeTextFile(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
