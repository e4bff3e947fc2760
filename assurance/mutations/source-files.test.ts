import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSources } from './source-files.ts';

const { mutants, code } = readSources(join(import.meta.dirname, '../..'));
const filesOf = (kind: string) =>
  new Set(mutants.filter((each) => each.kind === kind).map(({ where }) => where.split(':')[0]));

test('policies are broken, and the rules of domain/ that they ask', () => {
  const files = [...filesOf('predicate')];
  expect(files.filter((file) => file?.endsWith('policy.ts')).length).toBeGreaterThan(10);
  expect(files).toEqual(expect.arrayContaining(['domain/documents.ts', 'domain/meeting-window.ts', 'domain/polls.ts']));
});

test('each mutant of a source has its number, and stands in an instrumented file', () => {
  expect(mutants.map(({ change }) => change)).toEqual(mutants.map((_, index) => ({ by: 'source', index })));
  expect(code.size).toBe(new Set(mutants.map(({ where }) => where.split(':')[0])).size);
});
