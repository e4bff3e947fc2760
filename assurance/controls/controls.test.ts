import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type NamedTest, type Row, rowsOf } from './named-tests.ts';
import { removals } from './removals.ts';
import { withoutControl } from './scratch-tree.ts';

const textOf = new Map<string, string>();
const read = (file: string): string => {
  const known = textOf.get(file) ?? readFileSync(file, 'utf8');
  textOf.set(file, known);
  return known;
};

/** Unlike a procedure of `house`, whose work stays done, a function is worth what it was defined as last. */
const definition = /^create (?:or replace )?function ([\w.]+)/gm;

/** A row holds one requirement, or several that the same tests show: `6.6.1, 6.6.2`. */
const requirementsOf = (markdown: string): readonly Row[] =>
  rowsOf(markdown).flatMap((row) =>
    row.key
      .split(', ')
      .filter((key) => /^\d+\.\d+\.\d+$/.test(key))
      .map((key) => ({ ...row, key })),
  );

test('every test that docs/security.md names is there: its file, and in it its title', () => {
  const named = rowsOf(read('docs/security.md')).flatMap(({ key, tests }) => tests.map((each) => ({ key, ...each })));
  expect(named.length).toBeGreaterThan(100);
  const missing = named.filter((each) => !isThere(each));
  expect(missing.map(({ key, file, title }) => `${key}: ${file} › ${title}`)).toEqual([]);
});

test('every file that docs/testing.md names is there', () => {
  const named = [
    ...read('docs/testing.md').matchAll(
      /`((?:assurance|bench|contract|domain|server|tests|tools|web)\/[\w./-]+\.tsx?)`/g,
    ),
  ];
  expect(named.length).toBeGreaterThan(50);
  expect(named.map(([, file = '']) => file).filter((file) => !existsSync(file))).toEqual([]);
});

const isThere = ({ file, title }: NamedTest): boolean => {
  if (!existsSync(file)) return false;
  return ["'", '"', '`'].some((quote) => read(file).includes(`${quote}${title}${quote}`));
};

describe('what can be taken out', () => {
  test.each(removals)('$requirement: $control stands where it is looked for', (removal) => {
    expect(withoutControl(read(removal.file), removal)).not.toBe(read(removal.file));
  });

  test('one in the database stands in the last definition of its function, where taking it out changes something', () => {
    const migrations = readdirSync('server/db/migrations').toSorted();
    const stale = removals.filter(({ file, search }) => {
      const before = read(file).slice(0, read(file).indexOf(search));
      const name = [...before.matchAll(definition)].at(-1)?.[1];
      const last = migrations.findLast((each) =>
        [...read(`server/db/migrations/${each}`).matchAll(definition)].some(([, found]) => found === name),
      );
      return name !== undefined && file.startsWith('server/db/migrations/') && !file.endsWith(`/${last}`);
    });
    expect(stale.map(({ requirement, control }) => `${requirement}: ${control}`)).toEqual([]);
  });

  test('each is the control of a row, and its test is one that the row names', () => {
    const rows = requirementsOf(read('docs/security.md'));
    const strange = removals.filter(({ requirement, test: [file, title] }) => {
      const row = rows.find(({ key }) => key === requirement);
      return !row?.tests.some((each) => each.file === file && each.title === title);
    });
    expect(strange.map(({ requirement, test: [file, title] }) => `${requirement}: ${file} › ${title}`)).toEqual([]);
  });
});

/** Levels 1 and 2 of ASVS 5.0.0, by section: how many requirements each has. */
const sections: Readonly<Record<string, number>> = {
  '1.1': 2,
  '1.2': 9,
  '1.3': 11,
  '1.4': 3,
  '1.5': 2,
  '2.1': 3,
  '2.2': 3,
  '2.3': 4,
  '2.4': 1,
  '3.2': 2,
  '3.3': 4,
  '3.4': 6,
  '3.5': 5,
  '3.7': 2,
  '4.1': 3,
  '4.2': 1,
  '4.3': 2,
  '4.4': 4,
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '9.1': 3,
  '9.2': 4,
  '10.1': 2,
  '10.2': 2,
  '10.3': 4,
  '10.4': 11,
  '10.5': 5,
  '10.6': 2,
  '10.7': 3,
  '11.1': 2,
  '11.2': 3,
  '11.3': 3,
  '11.4': 4,
  '11.5': 1,
  '11.6': 1,
  '12.1': 3,
  '12.2': 2,
  '12.3': 4,
  '13.1': 1,
  '13.2': 5,
  '13.3': 2,
  '13.4': 5,
  '14.1': 2,
  '14.2': 4,
  '14.3': 3,
  '15.1': 3,
  '15.2': 3,
  '15.3': 7,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
  '17.1': 1,
  '17.2': 4,
  '17.3': 2,
};

test('every requirement of levels 1 and 2 is in one row, which names a test or says why there is none', () => {
  const rows = requirementsOf(read('docs/security.md'));
  const counts: Record<string, number> = {};
  for (const { key } of rows) {
    const section = key.split('.').slice(0, 2).join('.');
    counts[section] = (counts[section] ?? 0) + 1;
  }
  expect(counts).toEqual(sections);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  for (const { key, cells } of rows) expect.soft((cells.at(-1) ?? '').length, key).toBeGreaterThan(3);
});

test('every requirement that is said to be met names a test', () => {
  const met = read('docs/security.md')
    .split(/^### /m)
    .find((part) => part.startsWith('Met\n'));
  const rows = requirementsOf(met ?? '');
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.filter(({ tests }) => tests.length === 0).map(({ key }) => key)).toEqual([]);
});
