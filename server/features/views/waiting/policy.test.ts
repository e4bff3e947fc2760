import { expect, test } from 'vitest';
import { inaccessibleBecause, isConfirmationDue, isDateAhead } from './policy.ts';

const [before, then, after] = [new Date('2026-10-01'), new Date('2026-11-01'), new Date('2026-12-01')];

test('a request to confirm interests is listed until the next confirmation, on a board that requires it', () => {
  const asked = { interests_months: 12, asked_at: then, confirmed_at: null };
  expect(isConfirmationDue(asked)).toBe(true);
  expect(isConfirmationDue({ ...asked, interests_months: 0 })).toBe(false);
  expect(isConfirmationDue({ ...asked, asked_at: null })).toBe(false);
  const due = [before, then, after].map((confirmed_at) => isConfirmationDue({ ...asked, confirmed_at }));
  expect(due).toEqual([true, true, false]);
});

test('a date search is listed until its last option has ended', () => {
  expect([before, then, after].map((ends_at) => isDateAhead({ ends_at }, then))).toEqual([false, false, true]);
});

test('a board is inaccessible because it is suspended, requires a provider, or requires a second factor, in this order', () => {
  const board = { suspended: true, two_factor_missing: true, opens_by: { id: 'provider', name: 'Harbour ID' } };
  expect(inaccessibleBecause(board)).toBe('suspended');
  expect(inaccessibleBecause({ ...board, suspended: false })).toBe('provider');
  expect(inaccessibleBecause({ ...board, suspended: false, opens_by: null })).toBe('two-factor');
});
