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
