import { expect, test } from 'vitest';
import * as as from '#tests/support/readers.ts';
import { canUpload } from './policy.ts';

test('whoever may make items sends documents', () => {
  expect([as.member, as.chair, as.admin].map((reader) => canUpload(reader))).toEqual([false, true, true]);
});
