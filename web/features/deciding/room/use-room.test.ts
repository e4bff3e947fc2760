import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Room, RoomLine } from '#contract/room.ts';
import { roomLine, roomOfMember, roomStart } from '#tests/support/room-values.ts';
import { errorOfStatus, networkError } from '#web/api/call-error.ts';
import { fetchInTurn, isRefused, needsMore, newestRoom, withLine } from './use-room.ts';

const start = roomStart;
const line = roomLine;
const there = (member_id: string) => ({ id: `${member_id}'s`, member_id, mode: 'remote', arrived_at: start }) as const;
const person = (member_id: string): NonNullable<Room['people']>[number] => ({
  member_id,
  name: member_id,
  img_url: null,
  is_pending: false,
  is_inactive: false,
  is_voter: true,
  acceptance: null,
  has_apologized: false,
  attended: null,
});
const room = (given: Partial<Room> = {}) => roomOfMember({ people: [person('me'), person('you')], ...given });
const hidden = (given: Partial<RoomLine> = {}) => line({ presences: null, recused: null, ...given });

describe('merging a live update into the fetched room', () => {
  test('updates the reader’s own presence, even if members are hidden from each other', () => {
    const presence = { mode: 'remote', arrived_at: start };
    expect(withLine(room(), line({ presences: [there('you'), there('me')] })).own.presence).toEqual(presence);
    expect(withLine(room(), line({ presences: [there('you')] })).own.presence).toBeNull();
    const own_presence = { mode: 'remote', arrived_at: start } as const;
    expect(withLine(room({ line: hidden() }), hidden({ own_presence })).own.presence).toEqual(presence);
    const own = { member_id: 'me', presence: own_presence, declaration: null };
    expect(withLine(room({ line: hidden(), own }), hidden()).own.presence).toBeNull();
  });

  test('preserves the list of people who were present when the meeting ended', () => {
    const before = room({ line: line({ presences: [there('you')] }) });
    expect(withLine(before, line({ presences: [] })).people?.map(({ attended }) => attended)).toEqual([null, null]);
    const over = withLine(before, line({ phase: 'adjourned', presences: [] }));
    expect(over.people?.map(({ attended }) => attended)).toEqual([null, 'remote']);
    const after = withLine(over, line({ phase: 'adjourned', presences: [], revision: 6 }));
    expect(after.people).toEqual(over.people);
  });

  test('does not prevent a necessary refetch of the room', () => {
    const shown = withLine(room(), line({ facts: 'new' }));
    expect(needsMore(shown, line({ facts: 'new' }))).toBe(true);
  });
});

test('the room closes if the reader loses access to it, but not after a temporary failure', () => {
  const refused = [401, 403, 404, 408, 429, 503].map((status) => isRefused(errorOfStatus(status, 'GET', {})));
  expect(refused).toEqual([true, true, true, false, false, false]);
  expect([isRefused(networkError('GET', null)), isRefused(null)]).toEqual([false, false]);
});

test('an item that the meeting has moved to is marked as visited', () => {
  const moved = withLine(room({ visited: ['first'] }), line({ pointer: 'third' }));
  expect(moved.visited).toEqual(['first', 'third']);
  expect(withLine(moved, line({ pointer: 'third', revision: 7 })).visited).toEqual(['first', 'third']);
});

describe('fetching the room again', () => {
  test('is needed for every reader if data outside the live update has changed, even without a new revision', () => {
    expect(needsMore(room(), line({ facts: 'new' }))).toBe(true);
    expect(needsMore(room(), line())).toBe(false);
  });

  test('is needed after every new revision for a reader who runs the meeting, but not for others', () => {
    const desk = room({ can: { ...room().can, run: true } });
    expect([needsMore(desk, line()), needsMore(desk, line({ revision: 6 }))]).toEqual([false, true]);
    expect(needsMore(room(), line({ revision: 6, presences: [there('you')] }))).toBe(false);
    expect(needsMore(room({ line: hidden(), people: null }), hidden({ revision: 6 }))).toBe(false);
  });

  test('is needed if an unlisted person is present, and when an adjournment is undone', () => {
    expect(needsMore(room(), line({ revision: 6, presences: [there('new')] }))).toBe(true);
    expect(needsMore(room({ line: line({ phase: 'adjourned' }) }), line({ revision: 6 }))).toBe(true);
  });
});

describe('two different states of a room', () => {
  test('are merged: live data comes from the higher revision, and all other data from the later response', () => {
    const known = { room: room({ line: line({ revision: 7, pointer: 'item' }) }) };
    const late = { room: room({ line: line({ revision: 6, facts: 'fetched' }), chair_id: 'you' }) };
    expect(newestRoom(known, late).room).toMatchObject({
      chair_id: 'you',
      line: { revision: 7, pointer: 'item', facts: 'fetched' },
    });
    expect(newestRoom(known, { room: room({ line: line({ revision: 7 }), chair_id: 'you' }) }).room).toMatchObject({
      chair_id: 'you',
      line: { revision: 7, pointer: null },
    });
    expect(newestRoom(undefined, late)).toBe(late);
  });
});

describe('repeated fetches of the room', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  test('are combined into one if they are requested while a fetch or a pause is in progress', async () => {
    const ended = new AbortController();
    const fetch = vi.fn(() => new Promise<void>((resolve) => setTimeout(resolve, 500)));
    const ask = fetchInTurn(fetch, ended.signal);
    for (let nth = 0; nth < 5; nth += 1) ask(100);
    await vi.advanceTimersByTimeAsync(99);
    expect(fetch).toHaveBeenCalledTimes(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(fetch).toHaveBeenCalledTimes(1);
    for (let nth = 0; nth < 5; nth += 1) ask(0);
    await vi.advanceTimersByTimeAsync(1_499);
    expect(fetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(fetch).toHaveBeenCalledTimes(2);
    ask(100);
    ended.abort();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});
