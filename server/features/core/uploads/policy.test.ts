import { expect, test } from 'vitest';
import * as as from '#tests/support/readers.ts';
import { canUpload } from './policy.ts';

test('only group admins and board admins can upload documents', () => {
  expect([as.member, as.chair, as.admin].map((reader) => canUpload(reader))).toEqual([false, true, true]);
});
