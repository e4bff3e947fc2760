import { expect, test } from 'vitest';
import { lineOf } from './use-find.ts';

const found = (isCut: boolean) =>
  ({ kind: 'found', words: 'tide', found: { pages: [{ page: 1, count: 2_001 }], isRead: true, isCut } }) as const;

test('if there are more than 2,000 search matches, the exact number is not shown', () => {
  expect(lineOf(found(false), 'tide', { position: 1, total: 14 })).toBe('2 of 14');
  expect(lineOf(found(true), 'tide', { position: 0, total: 2_001 })).toBe('1 of more than 2,000');
});
