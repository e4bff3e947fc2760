/** Splits a table copied from a spreadsheet: tabs between cells; a quoted cell may contain line breaks. */
export function cellsOfTable(text: string): readonly (readonly string[])[] {
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/gy;
  const rows: string[][] = [[]];
  while (cell.lastIndex < text.length) {
    const [, quoted, plain = '', end] = cell.exec(text) ?? [];
    if (end === undefined) return [];
    const words = quoted?.replaceAll('""', '"') ?? plain;
    rows.at(-1)?.push(words.replaceAll(/\s+/g, ' ').trim());
    if (end !== '\t' && end !== '') rows.push([]);
  }
  return rows.filter((row) => row.some((words) => words !== ''));
}

const columns = ['number', 'title', 'presenter', 'minutes'] as const;
export type AgendaColumn = (typeof columns)[number];

const headings: Readonly<Record<AgendaColumn, RegExp>> = {
  number: /^(?:no|nr|item no|#|№|top|pos)\.?$/i,
  title: /^(?:agenda )?(?:item|title|topic|subject|thema|betreff|sujet|objet|point)$/i,
  presenter: /^(?:presenter|presented by|lead|led by|owner|speaker|who|by|responsible|referent|wer|responsable)$/i,
  minutes: /^(?:minutes|min|mins|time|duration|length|dauer|durée)\.?(?: \(min(?:utes)?\.?\))?$/i,
};

const isNumber = (words: string): boolean => /^(?:\d{1,2}(?:\.\d{1,2})*|[a-z])[.):°]?$/i.test(words);
const isMinutes = (words: string): boolean => /^\d{1,3}\s?(?:min(?:utes|s)?|mn)?\.?$/i.test(words);

export interface AgendaRow {
  readonly number: string;
  readonly title: string;
  readonly presenter: string;
  readonly minutes: string;
}

/** Returns the rows of a pasted table without its heading row. Returns null if the text is not a table. */
export function rowsOfTable(text: string): readonly AgendaRow[] | null {
  const rows = cellsOfTable(text);
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (width < 2 || rows.length < 2 || rows.some((row) => row.length < 2)) return null;
  const found = columnsByHeading(rows[0] ?? []);
  const body = found === null ? rows : rows.slice(1);
  const of = found ?? columnsByContent(body, width);
  if (of.title === undefined) return null;
  const cell = (row: readonly string[], column: AgendaColumn): string => row[of[column] ?? -1] ?? '';
  return body.map((row) => ({
    number: cell(row, 'number'),
    title: cell(row, 'title'),
    presenter: cell(row, 'presenter'),
    minutes: cell(row, 'minutes'),
  }));
}

type Found = Partial<Record<AgendaColumn, number>>;

/** A first row is a heading row if it names the title and another column. */
function columnsByHeading(first: readonly string[]): Found | null {
  const found: Found = {};
  for (const column of columns) {
    const at = first.findIndex((words) => headings[column].test(words));
    if (at !== -1) found[column] = at;
  }
  return found.title !== undefined && Object.keys(found).length > 1 ? found : null;
}

/** Numbers come first, minutes are numeric, titles are the longest texts, presenters come after them. */
function columnsByContent(rows: readonly (readonly string[])[], width: number): Found {
  const all = (at: number, is: (words: string) => boolean): boolean =>
    rows.some((row) => (row[at] ?? '') !== '') && rows.every((row) => (row[at] ?? '') === '' || is(row[at] ?? ''));
  const indexes = Array.from({ length: width }, (_, at) => at);
  const number = all(0, isNumber) ? 0 : undefined;
  const minutes = indexes.findLast((at) => at !== number && all(at, isMinutes));
  const texts = indexes.filter((at) => at !== number && at !== minutes);
  const lengthOf = (at: number): number => rows.reduce((sum, row) => sum + (row[at] ?? '').length, 0);
  const title = texts.toSorted((one, other) => lengthOf(other) - lengthOf(one))[0];
  const presenter = texts.find((at) => title !== undefined && at > title);
  return Object.fromEntries(Object.entries({ number, title, presenter, minutes }).filter(([, at]) => at !== undefined));
}
