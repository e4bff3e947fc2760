import { describe, expect, test } from 'vitest';
import { writtenStates } from '#domain/resolutions.ts';
import * as as from '#tests/support/readers.ts';
import { countWritten, isJustReminded, remindedVoters, settlesFirst, writtenCan } from './policy.ts';
import { canEditPapers, canSeeWritten } from './visibility.ts';

const voter = (member_id: string, given: Partial<Parameters<typeof countWritten>[0][number]> = {}) => ({
  member_id,
  is_recused: false,
  choice: null,
  ...given,
});
const nobody = { chair_id: null, secretary_id: null, administers: false };
const written = {
  ...nobody,
  state: 'circulating' as const,
  may_object: true,
  is_over: false,
  voters: [voter(as.myself)],
};
const chair = { ...written, chair_id: as.myself };

describe('a written resolution', () => {
  const canIn = (name: keyof ReturnType<typeof writtenCan>, of: Partial<Parameters<typeof writtenCan>[1]> = {}) =>
    writtenStates.filter((state) => writtenCan(as.member, { ...chair, ...of, state })[name]);

  test('can be managed only by officers and editors, and not after the deadline or the decision', () => {
    expect(canIn('edit')).toEqual(['draft']);
    expect(canIn('circulate')).toEqual(['draft']);
    expect(canIn('withdraw')).toEqual(['draft', 'circulating']);
    expect(canIn('withdraw', { is_over: true })).toEqual(['draft']);
    for (const name of ['circulate_again', 'remind'] as const) {
      expect(canIn(name)).toEqual(['circulating']);
      expect(canIn(name, { is_over: true })).toEqual([]);
    }
    for (const name of ['edit', 'circulate', 'circulate_again', 'remind', 'withdraw'] as const) {
      expect(canIn(name, nobody)).toEqual([]);
    }
  });

  test('has papers that only officers and editors can change, and only until it is circulated', () => {
    const states = (of: Partial<typeof nobody> | { readonly chair_id: string }) =>
      writtenStates.filter((state) => canEditPapers(as.member, { ...nobody, ...of, state }));
    expect(states({ chair_id: as.myself })).toEqual(['draft']);
    expect(states({})).toEqual([]);
    for (const bySecret of as.bySecrets(as.member)) {
      expect(canEditPapers(bySecret, { ...nobody, chair_id: as.myself, state: 'draft' })).toBe(false);
    }
  });

  test('accepts ballots while it is circulating, and objections if the board allows them', () => {
    for (const name of ['vote', 'object'] as const) {
      expect(canIn(name)).toEqual(['circulating']);
      expect(canIn(name, { is_over: true })).toEqual([]);
      expect(canIn(name, { voters: [voter(as.someoneElse)] })).toEqual([]);
    }
    const recused = { voters: [voter(as.myself, { is_recused: true })] };
    expect(canIn('vote', recused)).toEqual([]);
    expect(canIn('object', recused)).toEqual(['circulating']);
    expect(canIn('vote', { may_object: false })).toEqual(['circulating']);
    expect(canIn('object', { may_object: false })).toEqual([]);
    expect(canIn('object', { may_object: null })).toEqual([]);
  });
});

test('before a request is handled, an overdue resolution’s outcome is recorded, and a draft resolution to approve minutes gets its current text', () => {
  const settles = (state: 'draft' | 'circulating', approves_minutes: boolean, is_over = false) =>
    settlesFirst({ state, approves_minutes, is_over });
  expect([settles('draft', true), settles('draft', false)]).toEqual([true, false]);
  expect([settles('circulating', false, true), settles('circulating', true)]).toEqual([true, false]);
});

test('a reminder is sent at most hourly to everyone who can still vote, except its sender', () => {
  const here = { has_left: false };
  const voters = [
    { ...voter('silent'), ...here },
    { ...voter('voted', { choice: 'for' }), ...here },
    { ...voter('recused', { is_recused: true }), ...here },
    { ...voter('gone'), has_left: true },
    { ...voter(as.myself), ...here },
  ];
  expect(remindedVoters({ voters }, as.myself).map(({ member_id: id }) => id)).toEqual(['silent']);
  const at = new Date('2026-11-16T12:00:00Z');
  const just = (minutesAgo: number) => isJustReminded({ reminded_at: new Date(+at - minutesAgo * 60_000) }, at);
  expect([just(59), just(60), isJustReminded({ reminded_at: null }, at)]).toEqual([true, false, false]);
});

test('ballots are counted by choice, and recused members are not eligible', () => {
  expect(
    countWritten([
      voter('a', { choice: 'for' }),
      voter('b', { choice: 'for' }),
      voter('c', { choice: 'against' }),
      voter('d', { choice: 'abstain' }),
      voter('e'),
      voter('f', { is_recused: true }),
    ]),
  ).toEqual({ counts: { for: 2, against: 1, abstain: 1 }, eligible: 5, recused: 1 });
});

describe('the visibility of a written resolution', () => {
  const seen = (of: Partial<Parameters<typeof canSeeWritten>[1]>, reader = as.member) =>
    canSeeWritten(reader, { ...nobody, round: 0, of_body: false, ...of });

  test('is limited to officers and editors before circulation and extends to the body afterwards', () => {
    expect(seen({})).toBe(false);
    expect(seen({ of_body: true })).toBe(false);
    expect(seen({ round: 1 })).toBe(false);
    expect(seen({ round: 1, of_body: true })).toBe(true);
    expect(seen({ administers: true })).toBe(true);
    expect(seen({ chair_id: as.myself })).toBe(true);
    expect(seen({ secretary_id: as.myself })).toBe(true);
    expect(seen({ chair_id: as.someoneElse, secretary_id: as.someoneElse })).toBe(false);
  });

  test('is limited to signed-in readers', () => {
    const open = { round: 1, of_body: true, chair_id: as.myself };
    expect(as.bySecrets(as.member).map((reader) => seen(open, reader))).toEqual([false, false, false, false]);
  });
});
