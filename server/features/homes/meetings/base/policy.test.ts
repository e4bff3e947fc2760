import { describe, expect, test } from 'vitest';
import { canCreateMeeting, canEditMeeting, canPublish, canRespond } from './policy.ts';
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
/** How somebody may stand towards a meeting's audience. */
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

test('S1.13 drafts are in the sight of editors alone, all else of its audience; a board admin sees all of it', () => {
  const seen = (reader: typeof member, standing: typeof outside) =>
    states.map((state) => canSeeMeeting(reader, { id, state, ...standing }));
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
    const seen = (standing: typeof inside) =>
      states.map((state) => canSeeMeeting(person(true, link, true), { id, state, ...standing }));
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
