import { expect, test } from 'vitest';
import * as as from '#tests/support/readers.ts';
import { canEditPolls, canRespondAt, type PollHomeFacts, pollCan } from './policy.ts';
import type { PollRow } from './queries.ts';

const now = new Date('2026-11-16T12:00:00Z');
const place = {
  item: { kind: 'meeting', id: 'meeting' },
  state: 'published',
  isInvited: true,
  isReadOnly: false,
  administers: false,
} as PollHomeFacts;
const poll = {
  id: 'poll',
  question: 'x',
  choice: 'single',
  results: 'always',
  is_anonymous: false,
  closes_at: null,
  closed_at: null,
  response_count: 0,
  has_answered: false,
  item: place.item,
} as PollRow;
const rights = (reader: as.Reader, at: Partial<PollHomeFacts> = {}, of: Partial<PollRow> = {}) =>
  as.granted(pollCan(reader, { ...place, ...at }, { ...poll, ...of }, now));

test('editors can change polls until the meeting is read-only', () => {
  const can = (reader: as.Reader, administers: boolean) =>
    [false, true].map((isReadOnly) => canEditPolls(reader, { administers, isReadOnly }));
  expect(can(as.admin, false)).toEqual([true, false]);
  expect(can(as.member, true)).toEqual([true, false]);
  expect(can(as.member, false)).toEqual([false, false]);
});

test('invitees can answer a meeting’s polls if it is published or has an open date search, unless it is read-only', () => {
  const can = (at: Partial<PollHomeFacts>) =>
    (['draft', 'finding-date', 'published', 'cancelled'] as const).map((state) =>
      canRespondAt({ ...place, ...at, state }),
    );
  expect(can({})).toEqual([false, true, true, false]);
  expect(can({ isInvited: false })).toEqual([false, false, false, false]);
  expect(can({ isReadOnly: true })).toEqual([false, false, false, false]);
});

test('a member can answer an open poll repeatedly, but an anonymous poll only once', () => {
  expect(rights(as.member)).toEqual(['answer']);
  expect(rights(as.member, { isInvited: false })).toEqual([]);
  expect(rights(as.member, {}, { closed_at: now })).toEqual([]);
  expect(rights(as.member, {}, { has_answered: true })).toEqual(['answer']);
  expect(rights(as.member, {}, { has_answered: true, is_anonymous: true })).toEqual([]);
});

test('the states of a poll and its meeting determine whether an editor can edit, close, extend or delete the poll', () => {
  const uninvited = { isInvited: false };
  expect(rights(as.admin, uninvited)).toEqual(['edit', 'close', 'extend', 'delete']);
  expect(rights(as.admin, uninvited, { response_count: 1 })).toEqual(['close', 'extend', 'delete']);
  expect(rights(as.admin, uninvited, { closed_at: now })).toEqual(['edit', 'extend', 'delete']);
  expect(rights(as.admin, uninvited, { closed_at: now, is_anonymous: true })).toEqual(['edit', 'delete']);
  expect(rights(as.admin, uninvited, { is_anonymous: true })).toEqual(['edit', 'close', 'extend', 'delete']);
  expect(rights(as.admin, { ...uninvited, state: 'draft' })).toEqual(['edit', 'extend', 'delete']);
  expect(rights(as.admin, { ...uninvited, isReadOnly: true })).toEqual([]);
});
