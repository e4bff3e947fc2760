import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Room, RoomLine } from '#contract/room.ts';
import { errorOfStatus, networkError } from '#web/api/call-error.ts';
import { fetchInTurn } from './fetch-in-turn.ts';
import { isRefused, needsMore, newestRoom, withLine } from './use-room.ts';

const start = '2026-11-19T14:00:00.000Z';
const line = (given: Partial<RoomLine> = {}): RoomLine => ({
  ...{ noun: 'room', id: 'meeting', revision: 5, phase: 'in-session', since: start, pointer: null, quorum: null },
  ...{ presences: [], own_presence: null, facts: 'known', vote: null, recused: [], motions: 0, ...given },
});
const there = (member_id: string) => ({ id: `${member_id}'s`, member_id, mode: 'remote', arrived_at: start }) as const;
const person = (member_id: string): NonNullable<Room['people']>[number] => ({
  ...{ member_id, name: member_id, slug: null, img_url: null, is_pending: false, is_voter: true },
  ...{ acceptance: null, has_apologized: false, attended: null },
});
const can: Room['can'] = {
  run: false,
  correct_presences: false,
  take_back: false,
  check_in: true,
  set_desk: false,
  withhold: false,
};
const room = (given: Partial<Room> = {}): Room => ({
  ...{
    line: line(),
    type: 'hybrid',
    opens_at: start,
    is_open: true,
    has_passed: false,
    read_at: start,
    called_at: start,
  },
  ...{
    pointed_at: null,
    visited: [],
    body: null,
    bodies: [],
    forecast: null,
    people: [person('me'), person('you')],
    guests: [],
    unheard: null,
  },
  ...{ chair_id: null, secretary_id: null, presences: null, quorum_changes: null, declarations: [] },
  ...{
    own: { member_id: 'me', presence: null, declaration: null },
    can,
    ...given,
  },
});
const hidden = (given: Partial<RoomLine> = {}) => line({ presences: null, recused: null, ...given });

describe('a line is put into what was fetched', () => {
  test('with whether one is there oneself, also where people are hidden', () => {
    const presence = { mode: 'remote', arrived_at: start };
    expect(withLine(room(), line({ presences: [there('you'), there('me')] })).own.presence).toEqual(presence);
    expect(withLine(room(), line({ presences: [there('you')] })).own.presence).toBeNull();
    const own_presence = { mode: 'remote', arrived_at: start } as const;
    expect(withLine(room({ line: hidden() }), hidden({ own_presence })).own.presence).toEqual(presence);
    const own = { member_id: 'me', presence: own_presence, declaration: null };
    expect(withLine(room({ line: hidden(), own }), hidden()).own.presence).toBeNull();
  });

  test('with who was there until the meeting was over', () => {
    const before = room({ line: line({ presences: [there('you')] }) });
    expect(withLine(before, line({ presences: [] })).people?.map(({ attended }) => attended)).toEqual([null, null]);
    const over = withLine(before, line({ phase: 'adjourned', presences: [] }));
    expect(over.people?.map(({ attended }) => attended)).toEqual([null, 'remote']);
    const after = withLine(over, line({ phase: 'adjourned', presences: [], revision: 6 }));
    expect(after.people).toEqual(over.people);
  });

  test('its facts stay those that were fetched, so that each line asks for them until they have come', () => {
    const shown = withLine(room(), line({ facts: 'new' }));
    expect(needsMore(shown, line({ facts: 'new' }))).toBe(true);
  });
});

test('what says that the room is not the reader’s ends it, and no passing failure does', () => {
  const refused = [401, 403, 404, 408, 429, 503].map((status) => isRefused(errorOfStatus(status, 'GET', {})));
  expect(refused).toEqual([true, true, true, false, false, false]);
  expect([isRefused(networkError('GET', null)), isRefused(null)]).toEqual([false, false]);
});

test('where the meeting has moved to, it has been', () => {
  const moved = withLine(room({ visited: ['first'] }), line({ pointer: 'third' }));
  expect(moved.visited).toEqual(['first', 'third']);
  expect(withLine(moved, line({ pointer: 'third', revision: 7 })).visited).toEqual(['first', 'third']);
});

describe('the room is fetched again', () => {
  test('by everybody for other facts, also without a new revision', () => {
    expect(needsMore(room(), line({ facts: 'new' }))).toBe(true);
    expect(needsMore(room(), line())).toBe(false);
  });

  test('by the desk for each revision, and by nobody else', () => {
    const desk = room({ can: { ...can, run: true } });
    expect([needsMore(desk, line()), needsMore(desk, line({ revision: 6 }))]).toEqual([false, true]);
    expect(needsMore(room(), line({ revision: 6, presences: [there('you')] }))).toBe(false);
    expect(needsMore(room({ line: hidden(), people: null }), hidden({ revision: 6 }))).toBe(false);
  });

  test('for a name that is not known, and when adjourning is taken back', () => {
    expect(needsMore(room(), line({ revision: 6, presences: [there('new')] }))).toBe(true);
    expect(needsMore(room({ line: line({ phase: 'adjourned' }) }), line({ revision: 6 }))).toBe(true);
  });
});

describe('of two answers', () => {
  test('the newer line is kept, with what else the later answer says', () => {
    const known = { room: room({ line: line({ revision: 7, pointer: 'item' }) }) };
    const late = { room: room({ line: line({ revision: 6, facts: 'fetched' }), chair_id: 'you' }) };
    expect(newestRoom(known, late).room).toMatchObject({
      chair_id: 'you',
      line: { revision: 7, pointer: 'item', facts: 'fetched' },
    });
    expect(newestRoom(known, { room: room({ line: line({ revision: 7 }), chair_id: 'you' }) }).room).toMatchObject({
      ...{ chair_id: 'you', line: { revision: 7, pointer: null } },
    });
    expect(newestRoom(undefined, late)).toBe(late);
  });
});

describe('fetching in turn', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  test('what is asked for while one waits or is under way is one more, after a pause', async () => {
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
