import { describe, expect, test } from 'vitest';
import { canDeleteMeeting, canEditMeeting, canPublish, canRespond, canSeeMeeting } from './policy.ts';

const id = '0199a6f2-7c00-7000-8000-000000000001';
const person = (isBoardAdmin: boolean, via: Parameters<typeof canSeeMeeting>[0]['via'] = { kind: 'session' }) => ({
  member: { id, userId: id, slug: 'ada-okafor', isBoardAdmin },
  via,
});
const admin = person(true);
const member = person(false);
const own = {
  acceptance: 'none',
  attendance: false,
  answered_at: null,
  last_visited_at: null,
  previous_visited_at: null,
} as const;
const states = ['draft', 'published', 'cancelled'] as const;

test('drafts are in the sight of editors alone, all else of every member', () => {
  expect(states.map((state) => canSeeMeeting(member, { id, state }))).toEqual([false, true, true]);
  expect(states.map((state) => canSeeMeeting(admin, { id, state }))).toEqual([true, true, true]);
});

describe('through a magic link', () => {
  const link = { kind: 'magic', meetingId: id } as const;

  test('the one meeting is seen, and no draft by anybody', () => {
    expect(states.map((state) => canSeeMeeting(person(true, link), { id, state }))).toEqual([false, true, true]);
    const other = { ...link, meetingId: '0199a6f2-7c00-7000-8000-000000000002' };
    expect(canSeeMeeting(person(true, other), { id, state: 'published' })).toBe(false);
  });

  test('nobody edits, not even an admin', () => {
    expect(canEditMeeting(person(true, link))).toBe(false);
    expect(canPublish(person(true, link), { state: 'draft' })).toBe(false);
  });
});

test('publishing and deleting are for editors, and for drafts', () => {
  for (const can of [canPublish, canDeleteMeeting]) {
    expect(states.map((state) => can(admin, { state }))).toEqual([true, false, false]);
    expect(states.map((state) => can(member, { state }))).toEqual([false, false, false]);
  }
});

test('an invitee responds to a published meeting while its window is open', () => {
  const open = { areEditsClosed: false };
  expect(states.map((state) => canRespond({ state }, own, open))).toEqual([false, true, false]);
  expect(canRespond({ state: 'published' }, null, open)).toBe(false);
  expect(canRespond({ state: 'published' }, own, { areEditsClosed: true })).toBe(false);
});
