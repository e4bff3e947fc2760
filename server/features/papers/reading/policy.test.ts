import { expect, test } from 'vitest';
import { isListedAsOpened } from './policy.ts';

test('a document is first among the recent documents only if it was opened last and has not been replaced since', () => {
  const [before, at, after] = [1, 2, 3].map((hour) => new Date(Date.UTC(2026, 10, 16, hour)));
  const isListed = (uploadedAt: Date | null | undefined, last = 'this') =>
    isListedAsOpened(
      { document_id: last, opened_at: at as Date },
      { id: 'this', version_created_at: uploadedAt ?? null },
    );
  expect([null, before, at, after].map((uploaded) => isListed(uploaded))).toEqual([true, true, true, false]);
  expect(isListed(before, 'another')).toBe(false);
  expect(isListedAsOpened(null, { id: 'this', version_created_at: null })).toBe(false);
});
