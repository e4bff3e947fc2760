import { expect, test } from 'vitest';
import { placeOf } from '#domain/meeting-place.ts';
import { contentsOf, documentsText, pendingNotice, replyOf } from './meeting-words.ts';

test('S4.19 the notice says that pending invitees get no notifications, and that one may reply for them', () => {
  expect(pendingNotice(['Daniel Tremblay'])).toBe(
    'Daniel Tremblay has not joined yet and gets no notifications. You can reply for them.',
  );
  expect(pendingNotice(['Daniel Tremblay', 'Sunita Gill'])).toBe(
    '2 people have not joined yet and get no notifications. You can reply for them.',
  );
  expect(pendingNotice([])).toBeNull();
});

test('S4.17 a row ends with the attendance once it is marked, else with the answer', () => {
  const status = { acceptance: 'accepted', attendance: null, answered_at: null } as const;
  expect(replyOf({ type: 'remote', meeting_status: status })).toEqual({
    kind: 'accepted-remote',
    label: 'Going remote',
  });
  expect(replyOf({ type: 'remote', meeting_status: { ...status, attendance: true } })).toEqual({
    kind: 'accepted',
    label: 'In Attendance',
  });
  expect(replyOf({ type: 'hybrid', meeting_status: { ...status, acceptance: 'none' } })?.label).toBe('No Reply');
  expect(replyOf({ type: 'remote', meeting_status: null })).toBeNull();
});

test('a place says that one may also join from afar only where one may', () => {
  expect(placeOf({ type: 'hybrid', location: 'Room 2' })).toBe('Room 2, or remote');
  expect(placeOf({ type: 'in-person', location: 'Room 2' })).toBe('Room 2');
  expect(placeOf({ type: 'remote', location: '' })).toBe('Remote');
  expect(documentsText(0)).toBe('No documents yet');
});

test('a meeting says what it holds', () => {
  expect(contentsOf({ agenda_item_count: 8, document_count: 1 })).toBe('8 agenda items, 1 document');
  expect(contentsOf({ agenda_item_count: 0, document_count: 2 })).toBe('2 documents');
  expect(contentsOf({ agenda_item_count: 0, document_count: 0 })).toBeNull();
});
