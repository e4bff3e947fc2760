import { describe, expect, test } from 'vitest';
import * as as from '#tests/support/readers.ts';
import {
  allowedActions,
  canCreateMeeting,
  canEditMeeting,
  canPublish,
  canReopen,
  canRespond,
  hasMore,
  isClosed,
  isDeletable,
  isUpcoming,
} from './policy.ts';
import type { MeetingTimes } from './queries.ts';
import { canSeeMeeting } from './visibility.ts';

const id = '0199a6f2-7c00-7000-8000-000000000001';
const group = '0199a6f2-7c00-7000-8000-000000000003';
type Via = Parameters<typeof canSeeMeeting>[0]['via'];
const person = (isBoardAdmin: boolean, via: Via = { kind: 'session' }, isGroupAdmin = false) => ({
  member: { id, userId: id, slug: 'ada-okafor', isBoardAdmin, groups: [{ id: group, isGroupAdmin }] },
  via,
});
const admin = person(true);
const member = person(false);
const outside = { in_audience: false, administers: false };
const inside = { in_audience: true, administers: false };
const administering = { in_audience: true, administers: true };
const own = {
  acceptance: 'none',
  attendance: null,
  answered_at: null,
  last_visited_at: null,
  previous_visited_at: null,
} as const;
const states = ['draft', 'published', 'cancelled'] as const;

test('S1.13 drafts are visible to editors alone, all else to its audience; a board admin sees all of it', () => {
  const seen = (reader: typeof member, access: typeof outside) =>
    states.map((state) => canSeeMeeting(reader, { id, state, ...access }));
  expect(seen(member, outside)).toEqual([false, false, false]);
  expect(seen(member, inside)).toEqual([false, true, true]);
  expect(seen(member, administering)).toEqual([true, true, true]);
  expect(seen(admin, outside)).toEqual([true, true, true]);
});

test('S6.8 board and group admins make meetings; a group admin changes those of the own groups alone', () => {
  const chair = person(false, { kind: 'session' }, true);
  expect([member, chair, admin].map((reader) => canCreateMeeting(reader))).toEqual([false, true, true]);
  expect([outside, inside, administering].map((of) => canEditMeeting(chair, of))).toEqual([false, false, true]);
  expect([outside, inside, administering].map((of) => canEditMeeting(admin, of))).toEqual([true, true, true]);
});

describe('through a magic link', () => {
  const link = { kind: 'magic', meetingId: id } as const;

  test('the one meeting is seen, and no draft by anybody', () => {
    const seen = (access: typeof inside) =>
      states.map((state) => canSeeMeeting(person(true, link, true), { id, state, ...access }));
    expect(seen(administering)).toEqual([false, true, true]);
    expect(seen(outside)).toEqual([false, false, false]);
    const other = { ...link, meetingId: '0199a6f2-7c00-7000-8000-000000000002' };
    expect(canSeeMeeting(person(true, other), { id, state: 'published', ...inside })).toBe(false);
  });

  test('nobody edits, not even an admin', () => {
    expect(canEditMeeting(person(true, link, true), administering)).toBe(false);
    expect(canCreateMeeting(person(true, link, true))).toBe(false);
    expect(canPublish(person(true, link, true), { state: 'draft', ...administering })).toBe(false);
  });
});

test('publishing is for editors, and for drafts', () => {
  expect(states.map((state) => canPublish(admin, { state, ...outside }))).toEqual([true, false, false]);
  expect(states.map((state) => canPublish(member, { state, ...administering }))).toEqual([true, false, false]);
  expect(states.map((state) => canPublish(member, { state, ...inside }))).toEqual([false, false, false]);
});

test('an invitee responds to a published meeting while its window is open', () => {
  const open = { areEditsClosed: false };
  expect(states.map((state) => canRespond({ state }, own, open))).toEqual([false, true, false]);
  expect(canRespond({ state: 'published' }, null, open)).toBe(false);
  expect(canRespond({ state: 'published' }, own, { areEditsClosed: true })).toBe(false);
});

const now = new Date('2026-11-16T12:00:00Z');
const hours = (n: number): Date => new Date(now.getTime() + n * 3_600_000);
const allStates = ['draft', 'finding-date', 'published', 'cancelled'] as const;
type State = (typeof allStates)[number];
type Given = {
  starts?: Date;
  ends?: Date;
  reopened?: boolean;
  closed?: boolean;
  open?: boolean;
  administers?: boolean;
  approved?: boolean;
};

const meeting = (state: State, { starts = hours(1), ends = hours(2) }: Given = {}) =>
  ({ state, starts_at: starts, ends_at: ends }) as MeetingTimes;
const actions = (reader: as.Reader, state: State, given: Given = {}) => {
  const of = {
    administers: given.administers ?? false,
    reopened_at: given.reopened ? now : null,
    has_final_minutes: given.approved ?? false,
  };
  const phase = { now, isClosed: given.closed ?? false, isAttendanceOpen: given.open ?? false };
  const can = allowedActions(reader, { ...meeting(state, given), ...of }, phase);
  return Object.entries(can).flatMap(([name, may]) => (may ? [name] : []));
};

test('an editor does with a meeting what its state allows', () => {
  expect(allStates.map((state) => actions(as.member, state, { administers: true }))).toEqual([
    ['delete', 'duplicate'],
    ['cancel', 'duplicate', 'remind'],
    ['reschedule', 'cancel', 'duplicate', 'note_apologies', 'notify_changes', 'remind'],
    ['delete', 'restore', 'duplicate'],
  ]);
  expect(actions(as.member, 'published', { closed: true, administers: true })).not.toContain('note_apologies');
  expect(actions(as.member, 'published', { open: true, administers: true })).not.toContain('note_apologies');
  expect(allStates.map((state) => actions(as.member, state))).toEqual([[], [], [], []]);
  expect(actions(as.member, 'published', { open: true, administers: true })).toContain('take_attendance');
  expect(actions(as.member, 'cancelled', { open: true, administers: true })).not.toContain('take_attendance');
  expect(actions(as.member, 'published', { open: true })).toEqual([]);
  // Who was there stays once the minutes are approved.
  const approved = actions(as.member, 'published', { open: true, administers: true, approved: true });
  for (const noted of ['take_attendance', 'note_apologies']) expect(approved).not.toContain(noted);
});

test('answering for others is a board admin’s, while a published meeting is open', () => {
  expect(allStates.map((state) => actions(as.admin, state).includes('answer_for'))).toEqual([
    false,
    false,
    true,
    false,
  ]);
  expect(actions(as.admin, 'published', { closed: true })).not.toContain('answer_for');
  for (const reader of as.bySecrets(as.admin)) expect(actions(reader, 'published', { open: true })).toEqual([]);
});

test('a meeting that is over is neither moved, cancelled nor restored; a board admin alone reopens and closes it', () => {
  const over = { starts: hours(-3), ends: hours(-2), closed: true };
  expect(actions(as.admin, 'published', over)).toEqual(['delete', 'duplicate', 'notify_changes', 'reopen']);
  expect(actions(as.admin, 'cancelled', over)).toEqual(['delete', 'duplicate', 'reopen']);
  expect(actions(as.admin, 'published', { ...over, closed: false, reopened: true })).toContain('close');
  expect(actions(as.admin, 'published', over)).not.toContain('close');
  for (const given of [over, { ...over, closed: false, reopened: true }]) {
    const can = actions(as.member, 'published', { ...given, administers: true });
    expect(can).not.toContain('reopen');
    expect(can).not.toContain('close');
  }
  expect(actions(as.admin, 'published')).not.toContain('reopen');
  expect([as.member, as.chair, as.admin].map((reader) => canReopen(reader))).toEqual([false, false, true]);
});

test('no reminder is sent once the meeting has begun, to the minute', () => {
  const can = (starts: Date) => actions(as.admin, 'published', { starts }).includes('remind');
  expect([hours(-1), now, hours(1)].map(can)).toEqual([false, false, true]);
});

test('an upcoming meeting is cancelled before it is deleted', () => {
  expect(allStates.map((state) => isDeletable(meeting(state), now))).toEqual([true, false, false, true]);
  const ended = (ends: Date) => isDeletable(meeting('published', { ends }), now);
  expect([hours(-1), now, hours(1)].map(ended)).toEqual([true, true, false]);
});

test('a meeting is upcoming until it has ended, and while it has or looks for no date', () => {
  const upcoming = (ends: Date | null, finds = false) => isUpcoming({ now }, { ends_at: ends, finds_date: finds });
  expect([hours(-1), now, hours(1), null].map((ends) => upcoming(ends))).toEqual([false, false, true, true]);
  expect(upcoming(hours(-1), true)).toBe(true);
});

test('what has been scheduled closes some time after its end unless reopened; what has not never does', () => {
  const config = { editsCloseMinutesAfter: 60 };
  const closed = (minutesAfterEnd: number, reopened = false) =>
    allStates.map((state) => {
      const ends = new Date(now.getTime() - minutesAfterEnd * 60_000);
      return isClosed({ now }, config, {
        ...meeting(state, { starts: hours(-3), ends }),
        reopened_at: reopened ? now : null,
      });
    });
  expect(closed(59)).toEqual([false, false, false, false]);
  expect(closed(60)).toEqual([false, false, true, true]);
  expect(closed(60, true)).toEqual([false, false, false, false]);
});

test('a second flight reads what few meetings have: polls, dates to choose from, and what editors see', () => {
  const plain = { finds_date: false, has_polls: false, administers: false };
  expect(hasMore(member, plain)).toBe(false);
  for (const some of [{ finds_date: true }, { has_polls: true }, { administers: true }]) {
    expect(hasMore(member, { ...plain, ...some })).toBe(true);
  }
  expect(hasMore(admin, plain)).toBe(true);
});
