import { expect, test } from 'vitest';
import { needsPreview } from './policy.ts';

const letter = {
  version_id: 'version',
  preview_state: 'none' as const,
  mime_type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};
const needs = (
  given: Partial<Parameters<typeof needsPreview>[1]>,
  { has = true, isJobLost = false }: { readonly has?: boolean; readonly isJobLost?: boolean } = {},
) => needsPreview({ office: has ? {} : null }, { ...letter, ...given }, { isJobLost });

test('an office file that has no preview needs one if the server can convert it', () => {
  expect(needs({})).toBe(true);
  expect(needs({}, { has: false })).toBe(false);
  expect(needs({ version_id: null })).toBe(false);
  expect(needs({ mime_type: 'application/pdf' })).toBe(false);
});

test('a preview is requested again only if it is waiting and its job is lost', () => {
  expect(needs({ preview_state: 'waiting' })).toBe(false);
  expect(needs({ preview_state: 'waiting' }, { isJobLost: true })).toBe(true);
  for (const preview_state of ['made', 'failed'] as const)
    expect(needs({ preview_state }, { isJobLost: true })).toBe(false);
});
