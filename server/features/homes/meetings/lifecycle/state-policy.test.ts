import { expect, test } from 'vitest';
import { allowedActions, canReopen, isDeletable } from '#server/features/homes/meetings/base/policy.ts';
import type { MeetingTimes } from '#server/features/homes/meetings/base/queries.ts';
import * as as from '#tests/support/readers.ts';

const now = new Date('2026-11-16T12:00:00Z');
const hours = (n: number): Date => new Date(now.getTime() + n * 3_600_000);
const states = ['draft', 'finding-date', 'published', 'cancelled'] as const;
type State = (typeof states)[number];
type Given = {
  starts?: Date;
  ends?: Date;
  reopened?: boolean;
  closed?: boolean;
  open?: boolean;
  administers?: boolean;
};

const meeting = (state: State, { starts = hours(1), ends = hours(2) }: Given = {}) =>
  ({ state, starts_at: starts, ends_at: ends }) as MeetingTimes;
const acts = (reader: as.Reader, state: State, given: Given = {}) => {
  const of = { administers: given.administers ?? false, reopened_at: given.reopened ? now : null };
  const moment = { now, isClosed: given.closed ?? false, isAttendanceOpen: given.open ?? false };
  const can = allowedActions(reader, { ...meeting(state, given), ...of }, moment);
  return Object.entries(can).flatMap(([name, may]) => (may ? [name] : []));
};

test('an editor does with a meeting what its state allows', () => {
  expect(states.map((state) => acts(as.member, state, { administers: true }))).toEqual([
    ['delete', 'duplicate'],
    ['cancel', 'duplicate', 'remind'],
    ['reschedule', 'cancel', 'duplicate', 'notify_changes', 'remind'],
    ['delete', 'restore', 'duplicate'],
  ]);
  expect(states.map((state) => acts(as.member, state))).toEqual([[], [], [], []]);
  expect(acts(as.member, 'published', { open: true, administers: true })).toContain('take_attendance');
  expect(acts(as.member, 'cancelled', { open: true, administers: true })).not.toContain('take_attendance');
  expect(acts(as.member, 'published', { open: true })).toEqual([]);
});

test('answering for others is a board admin’s, while a published meeting is open', () => {
  expect(states.map((state) => acts(as.admin, state).includes('answer_for'))).toEqual([false, false, true, false]);
  expect(acts(as.admin, 'published', { closed: true })).not.toContain('answer_for');
  for (const reader of as.bySecrets(as.admin)) expect(acts(reader, 'published', { open: true })).toEqual([]);
});

test('one that is over is neither moved, cancelled nor restored; a board admin alone reopens and closes it', () => {
  const over = { starts: hours(-3), ends: hours(-2), closed: true };
  expect(acts(as.admin, 'published', over)).toEqual(['delete', 'duplicate', 'notify_changes', 'reopen']);
  expect(acts(as.admin, 'cancelled', over)).toEqual(['delete', 'duplicate', 'reopen']);
  expect(acts(as.admin, 'published', { ...over, closed: false, reopened: true })).toContain('close');
  expect(acts(as.admin, 'published', over)).not.toContain('close');
  for (const given of [over, { ...over, closed: false, reopened: true }]) {
    const can = acts(as.member, 'published', { ...given, administers: true });
    expect(can).not.toContain('reopen');
    expect(can).not.toContain('close');
  }
  expect(acts(as.admin, 'published')).not.toContain('reopen');
  expect([as.member, as.chair, as.admin].map((reader) => canReopen(reader))).toEqual([false, false, true]);
});

test('one that has begun is not reminded of, to the minute', () => {
  const can = (starts: Date) => acts(as.admin, 'published', { starts }).includes('remind');
  expect([hours(-1), now, hours(1)].map(can)).toEqual([false, false, true]);
});

test('what people plan for is cancelled before it is deleted, until it has ended', () => {
  expect(states.map((state) => isDeletable(meeting(state), now))).toEqual([true, false, false, true]);
  const ended = (ends: Date) => isDeletable(meeting('published', { ends }), now);
  expect([hours(-1), now, hours(1)].map(ended)).toEqual([true, true, false]);
});
