import { expect, test } from 'vitest';
import type { LiveEvent } from '#contract/events.ts';
import {
  changingNouns,
  createLineCutter,
  nounsOf,
  readLiveLine,
  reconnectPauseMs,
  touchesRecent,
} from './live-stream.ts';
import { isOfNoun } from './queries.ts';

const id = '01a1fd48-951f-7267-aa2b-e9e0a224559f';

test('lines of the event stream are assembled from arbitrary chunks, and empty lines are dropped', () => {
  const cut = createLineCutter();
  expect(cut('\n{"a"')).toEqual([]);
  expect(cut(':1}\n\n{"b":2}\n{"c"')).toEqual(['{"a":1}', '{"b":2}']);
  expect(cut(':3}\n')).toEqual(['{"c":3}']);
});

test('an event of an unknown kind is ignored', () => {
  expect(readLiveLine(`{"noun":"meeting","id":"${id}"}`)).toEqual({ noun: 'meeting', id });
  expect(readLiveLine(`{"noun":"poll","id":"${id}"}`)).toBeNull();
  expect(readLiveLine('{"gap":true}')).toEqual({ gap: true });
});

test('an event invalidates the queries that it affects', () => {
  expect(nounsOf({ noun: 'meeting', id })).toEqual(['meetings', 'boardBook', 'timeline', 'actionItems']);
  expect(nounsOf({ noun: 'people', id: null })).toContain('people');
  expect(isOfNoun(['meetings.get', { id }, null], 'meetings')).toBe(true);
  expect(isOfNoun(['meetingsOther.get', null, null], 'meetings')).toBe(false);
});

test('minutes, motions and the library are each refetched only once after missed events', () => {
  expect(changingNouns).toEqual(expect.arrayContaining(['minutes', 'interests', 'deciding', 'motions', 'library']));
  expect(changingNouns).toHaveLength(new Set(changingNouns).size);
});

test('pauses between attempts to reconnect to the event stream grow to at most one minute', () => {
  expect([1, 2, 3, 20].map((failures) => reconnectPauseMs(failures, 1))).toEqual([1_000, 2_000, 4_000, 60_000]);
  expect(reconnectPauseMs(3, 0)).toBe(2_000);
});

test('the recent documents are affected only by events about one of them, its meeting or the library', () => {
  const recent = [
    { id: 'd1', home: { kind: 'meeting', id: 'm1' } },
    { id: 'd2', home: { kind: 'library', category_id: 'c1', folder_id: null } },
  ] as const;
  const touches = (noun: LiveEvent['noun'], id: string | null) => touchesRecent({ noun, id } as LiveEvent, recent);
  expect([touches('meeting', 'm1'), touches('library', null)]).toEqual([true, true]);
  expect([touches('document', 'd1'), touches('library', 'd2')]).toEqual([true, true]);
  expect([touches('meeting', 'm2'), touches('announcement', 'm1')]).toEqual([false, false]);
  expect([touches('library', 'd3'), touches('people', null)]).toEqual([false, false]);
});
