import { expect, test } from 'vitest';
import { destroyedText, nextNotesStep } from './note-destruction.ts';

const approved = { approvedAt: new Date('2026-01-01T09:00:00Z'), isDestroyed: false, isHeld: false };
const step = (now: string, announcedFor: string | null = null, more: object = { days: 30 }) =>
  nextNotesStep(
    { ...approved, days: 30, announcedFor: announcedFor === null ? null : new Date(announcedFor), ...more },
    new Date(now),
  );
const wait = { kind: 'wait' };
const destroy = { kind: 'destroy' };
const announce = (at: string) => ({ kind: 'announce', for: new Date(at) });
const planned = '2026-01-31T09:00:00Z';

test('members are told 14 days before the notes are destroyed', () => {
  expect(step('2026-01-17T08:59:59Z')).toEqual(wait);
  expect(step('2026-01-17T09:00:00Z')).toEqual(announce(planned));
  expect(step('2026-01-31T08:59:59Z', planned)).toEqual(wait);
  expect(step(planned, planned)).toEqual(destroy);
});

test('members get the full 14 days of notice even if the minutes were approved long ago', () => {
  expect(step('2027-05-01T09:00:00Z')).toEqual(announce('2027-05-15T09:00:00Z'));
});

test('members are told again if the announced time is long past or the retention period was extended', () => {
  expect(step('2026-02-02T08:59:59Z', planned)).toEqual(destroy);
  expect(step('2026-02-02T09:00:00Z', planned)).toEqual(announce('2026-02-16T09:00:00Z'));
  expect(step(planned, planned, { days: 60 })).toEqual(wait);
  expect(step('2026-02-20T09:00:00Z', planned, { days: 60 })).toEqual(announce('2026-03-06T09:00:00Z'));
});

test('no notice or destruction is due while notes are kept forever, are on hold or are already destroyed', () => {
  for (const more of [{ days: null }, { isHeld: true }, { isDestroyed: true }])
    expect(step(planned, planned, more)).toEqual(wait);
});

test('the log entry for destroyed notes states the numbers of marks, comments and drafts', () => {
  expect(destroyedText({ marks: 412, comments: 1, drafts: 3 })).toBe('412 marks, 1 comment and 3 drafts destroyed');
});
