import { expect, test } from 'vitest';
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
  meetingPhase,
} from './policy.ts';
import type { MeetingTimes } from './queries.ts';
import { canSeeMeeting } from './visibility.ts';

const id = 'meeting';
const own = { acceptance: 'none' } as const;
const states = ['draft', 'published', 'cancelled'] as const;

const seen = (reader: as.Reader, access: typeof as.outside, of = id) =>
  states.map((state) => canSeeMeeting(reader, { id: of, state, ...access }));

test('a draft is visible only to its editors, and every other meeting to its audience', () => {
  expect(seen(as.member, as.outside)).toEqual([false, false, false]);
  expect(seen(as.member, as.inside)).toEqual([false, true, true]);
  expect(seen(as.member, as.administering)).toEqual([true, true, true]);
  expect(seen(as.admin, as.outside)).toEqual([true, true, true]);
});

test('board and group admins can create meetings, and group admins can edit only those of their own groups', () => {
  expect([as.member, as.chair, as.admin].map((reader) => canCreateMeeting(reader))).toEqual([false, true, true]);
  const accesses = [as.outside, as.inside, as.administering];
  expect(accesses.map((of) => canEditMeeting(as.chair, of))).toEqual([false, false, true]);
  expect(accesses.map((of) => canEditMeeting(as.admin, of))).toEqual([true, true, true]);
});

test('a magic link shows only its own meeting, only once it is published, and does not allow editing it', () => {
  const visitor = as.byMeetingLink(as.admin);
  expect(seen(visitor, as.administering)).toEqual([false, true, true]);
  expect(seen(visitor, as.outside)).toEqual([false, false, false]);
  expect(seen(visitor, as.inside, 'another meeting')).toEqual([false, false, false]);
  expect(canEditMeeting(visitor, as.administering)).toBe(false);
  expect(canCreateMeeting(as.byMeetingLink(as.chair))).toBe(false);
  expect(canPublish(visitor, { state: 'draft', ...as.administering })).toBe(false);
});

test('only editors can publish drafts', () => {
  const can = (reader: as.Reader, access: typeof as.outside) =>
    states.map((state) => canPublish(reader, { state, ...access }));
  expect(can(as.admin, as.outside)).toEqual([true, false, false]);
  expect(can(as.member, as.administering)).toEqual([true, false, false]);
  expect(can(as.member, as.inside)).toEqual([false, false, false]);
});

test('an invitee can reply to a published meeting until it becomes read-only', () => {
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
  adjourned?: boolean;
};

const meeting = (state: State, { starts = hours(1), ends = hours(2) }: Given = {}) =>
  ({ state, starts_at: starts, ends_at: ends }) as MeetingTimes;
const actions = (reader: as.Reader, state: State, given: Given = {}) => {
  const of = {
    administers: given.administers ?? false,
    reopened_at: given.reopened ? now : null,
    has_final_minutes: given.approved ?? false,
    is_adjourned: given.adjourned ?? false,
  };
  const phase = { now, isClosed: given.closed ?? false, isAttendanceOpen: given.open ?? false };
  return as.granted(allowedActions(reader, { ...meeting(state, given), ...of }, phase));
};

test('the actions available to an editor depend on the meeting’s state', () => {
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
  expect(actions(as.member, 'published', { adjourned: true, administers: true })).not.toContain('remind');
  expect(actions(as.member, 'published', { open: true })).toEqual([]);
  const approved = actions(as.member, 'published', { open: true, administers: true, approved: true });
  for (const noted of ['take_attendance', 'note_apologies']) expect(approved).not.toContain(noted);
});

test('board admins can reply for others until a published meeting becomes read-only', () => {
  const offered = allStates.filter((state) => actions(as.admin, state).includes('answer_for'));
  expect(offered).toEqual(['published']);
  expect(actions(as.admin, 'published', { closed: true })).not.toContain('answer_for');
  for (const reader of as.bySecrets(as.admin)) expect(actions(reader, 'published', { open: true })).toEqual([]);
});

test('a read-only meeting cannot be rescheduled, cancelled or restored, and only board admins can reopen and close it', () => {
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

test('no reminder can be sent after the meeting has begun', () => {
  const can = (starts: Date) => actions(as.admin, 'published', { starts }).includes('remind');
  expect([hours(-1), now, hours(1)].map(can)).toEqual([false, false, true]);
});

test('only a draft, a cancelled or a past meeting can be deleted', () => {
  expect(allStates.map((state) => isDeletable(meeting(state), now))).toEqual([true, false, false, true]);
  const ended = (ends: Date) => isDeletable(meeting('published', { ends }), now);
  expect([hours(-1), now, hours(1)].map(ended)).toEqual([true, true, false]);
});

test('a meeting is upcoming until its end, or while it has no date', () => {
  const upcoming = (ends: Date | null, finds = false) => isUpcoming({ now }, { ends_at: ends, finds_date: finds });
  expect([hours(-1), now, hours(1), null].map((ends) => upcoming(ends))).toEqual([false, false, true, true]);
  expect(upcoming(hours(-1), true)).toBe(true);
});

test('a scheduled meeting becomes read-only a configured time after its end unless it is reopened', () => {
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

test('attendance can never be recorded for a draft, even if its date is near', () => {
  const config = { editsCloseMinutesAfter: 60, attendanceOpensMinutesBefore: 60 };
  const isOpen = (state: State) =>
    meetingPhase({ now }, config, { ...meeting(state), reopened_at: null }).isAttendanceOpen;
  expect([isOpen('draft'), isOpen('published')]).toEqual([false, true]);
});

test('loading a meeting takes a second query if it has polls or proposed dates, or if the reader can edit it', () => {
  const plain = { finds_date: false, has_polls: false, administers: false };
  expect(hasMore(as.member, plain)).toBe(false);
  for (const some of [{ finds_date: true }, { has_polls: true }, { administers: true }]) {
    expect(hasMore(as.member, { ...plain, ...some })).toBe(true);
  }
  expect(hasMore(as.admin, plain)).toBe(true);
});
