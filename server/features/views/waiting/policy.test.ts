import { expect, test } from 'vitest';
import type { RoomPage } from '#server/features/deciding/room/base/queries.ts';
import * as as from '#tests/support/readers.ts';
import { isBallotDue, isConfirmationDue, isDateAhead, shutBecause } from './policy.ts';

const [before, then, after] = ['2026-10-01', '2026-11-01', '2026-12-01'].map((day) => new Date(day)) as [
  Date,
  Date,
  Date,
];

test('an open vote waits for whoever sees the room and may vote, until their ballot is in', () => {
  const at = before;
  const vote: NonNullable<RoomPage['vote']> = {
    ...{
      id: 'vote',
      motion_id: 'motion',
      agenda_item_id: 'item',
      eligible: null,
      held_at: null,
      cast_ids: [as.someoneElse],
    },
    ...{ way: 'secret', state: 'open', votes_for: null, votes_against: null, abstentions: null },
  };
  const room: NonNullable<RoomPage['room']> = {
    ...{ revision: 1, body_id: 'body', has_own_desk: false, chair_id: null, secretary_id: null, called_at: at },
    ...{ agenda_item_id: 'item', since_at: at, changed_at: at, motions_revision: 1, phase: 'in-session' },
    quorum_rule: { seats: null, at_least: 1, rule: { kind: 'none' }, remote_counts: true },
  };
  const presence = { id: 'presence', member_id: as.myself, arrived_at: at, left_at: null, left_by_adjourning: false };
  const page = {
    ...{ id: 'meeting', state: 'published' as const, finds_date: false, ...as.inside, room, vote, body: null },
    ...{ settings: { remote_counts: true, recused_counts: 'present' as const }, declarations: [], withheld: [] },
    ...{ people: [{ id: as.myself, is_voter: true }] },
    presences: [{ ...presence, mode: 'in-person' as const, revision: 1 }],
  };
  const due = (given: Partial<Parameters<typeof isBallotDue>[1]>, reader = as.member) =>
    isBallotDue(reader, { ...page, ...given });
  expect(due({})).toBe(true);
  expect(due({ vote: null })).toBe(false);
  expect(due({ vote: { ...vote, state: 'tied' } })).toBe(false);
  expect(due({ vote: { ...vote, cast_ids: [as.someoneElse, as.myself] } })).toBe(false);
  expect(due({ presences: [] })).toBe(false);
  expect(due(as.outside)).toBe(false);
  expect(due({}, as.byMeetingLink(as.member))).toBe(false);
});

test('interests wait where they were asked for and not confirmed since, on a board that asks', () => {
  const asked = { interests_months: 12, asked_at: then, confirmed_at: null };
  expect(isConfirmationDue(asked)).toBe(true);
  expect(isConfirmationDue({ ...asked, interests_months: 0 })).toBe(false);
  expect(isConfirmationDue({ ...asked, asked_at: null })).toBe(false);
  expect([before, then, after].map((confirmed_at) => isConfirmationDue({ ...asked, confirmed_at }))).toEqual([
    ...[true, true, false],
  ]);
});

test('a date search waits until its last option is over', () => {
  expect([before, then, after].map((ends_at) => isDateAhead({ ends_at }, then))).toEqual([false, false, true]);
});

test('a suspended board says so whatever else it asks; else a provider comes before a second factor', () => {
  const provider = { id: 'provider', name: 'Harbour ID' };
  const board = { suspended: true, two_factor_missing: true, opens_by: provider };
  expect(shutBecause(board)).toBe('suspended');
  expect(shutBecause({ ...board, suspended: false })).toBe('provider');
  expect(shutBecause({ ...board, suspended: false, opens_by: null })).toBe('two-factor');
});
