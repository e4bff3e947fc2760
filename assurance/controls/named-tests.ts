/** A test that a document names: `` `assurance/matrix/matrix.test.ts` › title ``. */
export interface NamedTest {
  readonly file: string;
  readonly title: string;
}

/** One row of a table whose first cell names what is shown. */
export interface Row {
  readonly key: string;
  readonly cells: readonly string[];
  readonly tests: readonly NamedTest[];
}

const reference = /`([\w./-]+\.test\.tsx?)` › (.+?)(?=<br>|$)/g;

/** The rows of all tables of a Markdown text; a cell holds no bar. */
export function rowsOf(markdown: string): readonly Row[] {
  const lines = markdown.split('\n').filter((line) => line.startsWith('| '));
  return lines
    .map((line) => line.slice(2).replace(/ ?\|$/, '').split(' | '))
    .map(([key = '', ...cells]) => ({ key, cells, tests: cells.flatMap(testsIn) }));
}

const testsIn = (cell: string): readonly NamedTest[] =>
  [...cell.matchAll(reference)].map(([, file = '', title = '']) => ({ file, title: title.trim() }));

/** A pattern for the full names of the tests that a title of the source stands for, whatever is put into its gaps. */
export function patternOf(title: string): string {
  const gaps = /%[sijd]|\$\{[^}]*\}|\$[\w.]+/;
  return title
    .split(gaps)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
}
