import { expect, test } from 'vitest';
import * as as from '#tests/support/readers.ts';
import { canAnswerDates, canAnswerDatesFor, canPickDate } from './policy.ts';

const states = ['draft', 'finding-date', 'published', 'cancelled'] as const;

test('invitees can respond to the proposed dates, and editors can pick one, only while the date search is open', () => {
  expect(states.map((state) => canAnswerDates({ state }, true))).toEqual([false, true, false, false]);
  expect(states.map((state) => canAnswerDates({ state }, false))).toEqual([false, false, false, false]);
  const pick = (reader: as.Reader, access: { readonly administers: boolean }) =>
    states.map((state) => canPickDate(reader, { state, ...access }));
  expect(pick(as.admin, as.outside)).toEqual([false, true, false, false]);
  expect(pick(as.member, as.administering)).toEqual([false, true, false, false]);
  expect(pick(as.member, as.inside)).toEqual([false, false, false, false]);
});

test('a signed-in board admin can answer for pending members and reset anybody’s answers', () => {
  const none = [{ answer: null }, { answer: null }];
  const some = [{ answer: null }, { answer: 'yes' }];
  const can = (reader: as.Reader) => [
    canAnswerDatesFor(reader, { isPending: true }, some),
    canAnswerDatesFor(reader, { isPending: false }, none),
    canAnswerDatesFor(reader, { isPending: false }, some),
  ];
  expect(can(as.admin)).toEqual([true, true, false]);
  expect(can(as.chair)).toEqual([false, false, false]);
  for (const reader of as.bySecrets(as.admin)) expect(can(reader)).toEqual([false, false, false]);
});
