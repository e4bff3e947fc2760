import { expect, test } from 'vitest';
import type { MagicMeeting } from '#contract/magic.ts';
import type { Acceptance, MeetingType } from '#domain/rsvp.ts';
import { attendanceView, proposedLetter, thanks, unfitReason } from './attendance-question.ts';

interface Given {
  readonly type?: MeetingType;
  readonly acceptance?: Acceptance;
  readonly state?: MagicMeeting['state'];
  readonly respond?: boolean;
}

function meeting({ type = 'hybrid', acceptance = 'none', state = 'published', respond = true }: Given) {
  return {
    type,
    state,
    meeting_status: { acceptance, attendance: false, answered_at: null },
    can: { respond, read: true },
  } as const;
}

test('a link proposes the answer of its letter where the meeting takes it', () => {
  for (const letter of ['p', 'r', 'n'] as const) expect(proposedLetter(letter, meeting({}))).toBe(letter);
  for (const letter of ['y', 'n'] as const) expect(proposedLetter(letter, meeting({ type: 'remote' }))).toBe(letter);
});

test('a letter that does not fit proposes nothing, and the page just asks', () => {
  for (const letter of ['y', 'm'] as const) {
    expect(proposedLetter(letter, meeting({}))).toBeNull();
    expect(attendanceView(meeting({}), null)).toEqual({ kind: 'asked' });
  }
  expect(proposedLetter('p', meeting({ type: 'in-person' }))).toBeNull();
});

test('S7.10 why a letter is not proposed is said, by the meeting’s type', () => {
  const message = 'The answer in your link does not fit this in-person meeting. Choose your answer here.';
  for (const letter of ['p', 'r'] as const) expect(unfitReason(letter, meeting({ type: 'in-person' }))).toBe(message);
  expect(unfitReason('y', meeting({}))).toMatch(/this hybrid meeting/);
  for (const letter of ['p', 'r', 'n', 'm'] as const) expect(unfitReason(letter, meeting({}))).toBeNull();
});

test('an answer that stands already is stated; another one is proposed over it', () => {
  const given = meeting({ acceptance: 'accepted-remote' });
  expect(proposedLetter('r', given)).toBeNull();
  expect(attendanceView(given, null)).toEqual({ kind: 'recorded', acceptance: 'accepted-remote' });
  expect(proposedLetter('n', given)).toBe('n');
  expect(attendanceView(given, 'n')).toEqual({ kind: 'proposed', letter: 'n' });
});

test('once Change has taken the answer back, the link proposes nothing any more', () => {
  expect(attendanceView(meeting({ acceptance: 'none' }), null)).toEqual({ kind: 'asked' });
});

test('nothing is proposed for a meeting that is cancelled, or closed to answers', () => {
  expect(attendanceView(meeting({ state: 'cancelled', respond: false }), 'r')).toEqual({ kind: 'cancelled' });
  expect(attendanceView(meeting({ respond: false }), 'r')).toEqual({ kind: 'closed' });
  expect(attendanceView(meeting({ respond: false, acceptance: 'declined' }), null)).toEqual({ kind: 'closed' });
});

test('thanks name whom the link was sent to', () => {
  expect(thanks('Sunita')).toBe('Thank you, Sunita. Your reply is recorded.');
  expect(thanks('')).toBe('Thank you. Your reply is recorded.');
});
