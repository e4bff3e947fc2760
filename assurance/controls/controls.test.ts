import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type NamedTest, rowsOf } from './named-tests.ts';
import { removals } from './removals.ts';
import { withoutControl } from './scratch-tree.ts';

/** Whatever a document says that a test shows. */
const documents = ['docs/security.md', 'docs/testing.md'] as const;
const textOf = new Map<string, string>();
const read = (file: string): string => {
  const known = textOf.get(file) ?? readFileSync(file, 'utf8');
  textOf.set(file, known);
  return known;
};

describe.each(documents)('%s', (document) => {
  const named = rowsOf(read(document)).flatMap(({ key, tests }) => tests.map((each) => ({ key, ...each })));

  test('every test that it names is there: its file, and in it its title', () => {
    expect(named.length).toBeGreaterThan(20);
    const missing = named.filter((each) => !isThere(each));
    expect(missing.map(({ key, file, title }) => `${key}: ${file} › ${title}`)).toEqual([]);
  });
});

const isThere = ({ file, title }: NamedTest): boolean => {
  if (!existsSync(file)) return false;
  return ["'", '"', '`'].some((quote) => read(file).includes(`${quote}${title}${quote}`));
};

describe('what can be taken out', () => {
  test.each(removals)('$requirement: $control stands where it is looked for', (removal) => {
    expect(withoutControl(read(removal.file), removal)).not.toBe(read(removal.file));
  });

  test('each is the control of a row, and its test is one that the row names', () => {
    const rows = rowsOf(read('docs/security.md'));
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

test('every requirement of levels 1 and 2 has one row, and says by what it is met, or why it is not', () => {
  const rows = rowsOf(read('docs/security.md')).filter(({ key }) => /^\d+\.\d+\.\d+$/.test(key));
  const counts: Record<string, number> = {};
  for (const { key } of rows) {
    const section = key.split('.').slice(0, 2).join('.');
    counts[section] = (counts[section] ?? 0) + 1;
  }
  expect(counts).toEqual(sections);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  for (const { key, cells, tests } of rows) {
    const [, , state = '', how = ''] = cells;
    expect.soft(['met', 'written', 'operator', 'not applicable', 'not met', 'in part'], key).toContain(state);
    if (state === 'met') expect.soft(tests.length, `${key} names a test`).toBeGreaterThan(0);
    expect.soft(how.length, key).toBeGreaterThan(3);
  }
});
