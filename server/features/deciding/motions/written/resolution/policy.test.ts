import { describe, expect, test } from 'vitest';
import { writtenStates } from '#domain/resolutions.ts';
import * as as from '#tests/support/readers.ts';
import { type countWritten, isJustReminded, remindedVoters, settlesFirst, writtenCan } from './policy.ts';
import { canSeeWritten } from './visibility.ts';

const voter = (member_id: string, given: Partial<Parameters<typeof countWritten>[0][number]> = {}) => ({
  ...{ member_id, is_recused: false, choice: null },
  ...given,
});
const nobody = { chair_id: null, secretary_id: null, administers: false };
const written = {
  ...nobody,
  ...{ state: 'circulating' as const, may_object: true, is_over: false, voters: [voter(as.myself)] },
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

test('only signed-in readers see a written resolution', () => {
  const open = { ...nobody, round: 1, of_body: true, chair_id: as.myself };
  expect(as.bySecrets(as.member).map((reader) => canSeeWritten(reader, open))).toEqual([false, false, false, false]);
});
