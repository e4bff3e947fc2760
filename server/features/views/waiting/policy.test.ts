import { expect, test } from 'vitest';
import * as as from '#tests/support/readers.ts';
import { inaccessibleBecause, isBallotDue, isConfirmationDue, isDateAhead } from './policy.ts';

const [before, then, after] = [new Date('2026-10-01'), new Date('2026-11-01'), new Date('2026-12-01')];

test('a ballot is due only for signed-in members who can vote and have not voted yet', () => {
  const present = { member_id: as.myself, mode: 'in-person', arrived_at: then, left_at: null };
  const page = {
    id: 'meeting',
    state: 'published',
    finds_date: false,
    ...as.inside,
    body: null,
    room: { phase: 'in-session' },
    people: [{ id: as.myself, is_voter: true }],
    presences: [present],
    declarations: [],
    withheld: [],
    vote: { state: 'open', way: 'named', agenda_item_id: 'item', cast_ids: [] },
  };
  const due = (given: object, reader = as.member) => isBallotDue(reader, { ...page, ...given } as never);
  const cast = { vote: { ...page.vote, cast_ids: [as.myself] } };
  expect(as.bySecrets(as.member).map((reader) => due({}, reader))).toEqual([false, false, false, false]);
  expect([due({}), due({ presences: [] }), due(cast), due({ vote: null })]).toEqual([true, false, false, false]);
});

test('a request to confirm interests is listed until the next confirmation, if the board requires confirmations', () => {
  const asked = { interests_months: 12, asked_at: then, confirmed_at: null };
  expect(isConfirmationDue(asked)).toBe(true);
  expect(isConfirmationDue({ ...asked, interests_months: 0 })).toBe(false);
  expect(isConfirmationDue({ ...asked, asked_at: null })).toBe(false);
  const due = [before, then, after].map((confirmed_at) => isConfirmationDue({ ...asked, confirmed_at }));
  expect(due).toEqual([true, true, false]);
});

test('a date search is listed until its last proposed date has ended', () => {
  expect([before, then, after].map((ends_at) => isDateAhead({ ends_at }, then))).toEqual([false, false, true]);
});

test('the reason given for an inaccessible board is suspension first, then the sign-in provider, then the second factor', () => {
  const board = { suspended: true, two_factor_missing: true, opens_by: { id: 'provider', name: 'Harbour ID' } };
  expect(inaccessibleBecause(board)).toBe('suspended');
  expect(inaccessibleBecause({ ...board, suspended: false })).toBe('provider');
  expect(inaccessibleBecause({ ...board, suspended: false, opens_by: null })).toBe('two-factor');
});
