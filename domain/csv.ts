/** A number is written as it is; a text may come from anybody. */
export type CsvCell = string | number | null;

/**
 * Characters by which spreadsheets take a text for a formula, also in the wide forms of East Asian keyboards; after a tab or
 * a line break some programs look again.
 */
const beginsFormula = /^[=+\-@\t\r\n＝＋－＠]/u;

/**
 * A table as a file that spreadsheets open: RFC 4180, with a byte order mark, without which some take UTF-8 for something
 * else. A text that would be a formula begins with an apostrophe, so that nobody's name computes anything.
 */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')}`;
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const inert = beginsFormula.test(cell) ? `'${cell}` : cell;
  // Programs that guess what divides cells look for semicolons and tabs, too.
  return /[",;\t\r\n]/.test(inert) || inert !== inert.trim() ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** Text in columns, as spreadsheets write and copy it: CSV (RFC 4180), with tabs or semicolons as well. */

export interface DelimitedRecord {
  /** Where it begins, counted from 1. A quoted field may hold line ends, so the next one is not always a line further. */
  readonly line: number;
  readonly fields: readonly string[];
}

/** What parts the columns of one record; a record that holds several is parted by the first of these that it has. */
const delimiters = ['\t', ';', ','] as const;

/**
 * Every record, the empty ones too. Each finds its own delimiter, because pasted lines come from several places. A field
 * that begins with a quotation mark ends at the next single one; a doubled one is a mark itself. A mark that is never
 * closed is plain text.
 */
export function parseDelimited(text: string): readonly DelimitedRecord[] {
  const plain = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const records: DelimitedRecord[] = [];
  let line = 1;
  for (let at = 0; at <= plain.length; ) {
    const end = recordEnd(plain, at);
    const record = plain.slice(at, end);
    records.push({ line, fields: fieldsOf(record) });
    line += record.split('\n').length;
    at = end + 1;
  }
  return records;
}

/** Index of the line end that closes the record which begins at `from`, or the text's length. */
function recordEnd(text: string, from: number): number {
  for (let at = from; at < text.length; ) {
    const closed = beginsField(text, at, from) ? quoteEnd(text, at) : null;
    if (closed !== null) at = closed;
    else if (text[at] === '\n') return at;
    else at += 1;
  }
  return text.length;
}

/** A quotation mark opens a field only at its start, after blanks. */
function beginsField(text: string, at: number, from: number): boolean {
  if (text[at] !== '"') return false;
  let before = at - 1;
  while (before >= from && text[before] === ' ') before -= 1;
  return before < from || delimiters.some((delimiter) => delimiter === text[before]);
}

/** Index behind the mark that closes the one at `at`; null when none does. */
function quoteEnd(text: string, at: number): number | null {
  for (let next = text.indexOf('"', at + 1); next !== -1; next = text.indexOf('"', next + 2)) {
    if (text[next + 1] !== '"') return next + 1;
  }
  return null;
}

function fieldsOf(record: string): readonly string[] {
  const delimiter = delimiters.find((each) => partsBy(record, each).length > 1);
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

/** What stands behind a closing mark is kept: `"Clarke, Owen" <owen@…>` is one field. */
function unquoted(field: string): string {
  const from = field.search(/\S/);
  const end = field[from] === '"' ? quoteEnd(field, from) : null;
  if (end === null) return field;
  return field.slice(from + 1, end - 1).replaceAll('""', '"') + field.slice(end);
}

/** The text of a file that somebody exported: UTF-16 and UTF-8 by their marks, else UTF-8 where it is that, else Windows-1252. */
export function decodeTextFile(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8: what older spreadsheets write on Windows.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
