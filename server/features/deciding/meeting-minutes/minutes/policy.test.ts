import { expect, test } from 'vitest';
import * as as from '#tests/support/readers.ts';
import {
  areCommentsOpen,
  canPlaceOffers,
  canStartMinutes,
  canWriteMinutes,
  isCommenter,
  isMeetingOver,
  minutesCan,
} from './policy.ts';
import { canSeeMinutes } from './visibility.ts';

type Page = Parameters<typeof minutesCan>[1] & Parameters<typeof canStartMinutes>[1];
const starts_at = new Date('2026-11-19T14:00:00Z');
const ends_at = new Date('2026-11-19T16:00:00Z');
const body = (desk: object) => ({ id: 'body', name: '', seats: null, at_least: 1, rule: { kind: 'none' }, ...desk });
const page = (given: object = {}, desk: object = {}): Page =>
  ({
    id: 'meeting',
    state: 'published',
    finds_date: false,
    starts_at,
    ends_at,
    room: null,
    people: [],
    presences: [],
    body: body({ chair_id: null, secretary_id: null, ...desk }),
    ...as.inside,
    ...given,
  }) as unknown as Page;
const chaired = page({}, { chair_id: as.myself });
const kept = page({}, { secretary_id: as.myself });
const voting = page({ people: [{ id: as.myself, is_voter: true }] });
const present = page({ presences: [{ member_id: as.myself }] });
const after = new Date('2026-11-20T12:00:00Z');
const zoned = <R extends object>(reader: R) =>
  ({ ...reader, now: after, board: { timeZone: 'America/Halifax' } }) as never;
const minutes = (given: object = {}) =>
  ({
    state: 'circulated',
    comments_until: '2026-11-26',
    decision: null,
    ...(given as Partial<Parameters<typeof minutesCan>[2]>),
  }) as Parameters<typeof minutesCan>[2];

test('officers and editors see draft minutes, and the meeting’s audience sees circulated ones if signed in', () => {
  const sees = (reader: as.Reader, of: Page, state: 'draft' | 'circulated' | 'approved') =>
    canSeeMinutes(reader, of, { state });
  expect([sees(as.member, page(), 'draft'), sees(as.member, voting, 'draft')]).toEqual([false, false]);
  expect([chaired, kept].map((of) => sees(as.member, of, 'draft'))).toEqual([true, true]);
  expect(sees(as.admin, page(), 'draft')).toBe(true);
  for (const state of ['circulated', 'approved'] as const) {
    expect(sees(as.member, page(), state)).toBe(true);
    expect(sees(as.member, page(as.outside), state)).toBe(false);
    expect(as.bySecrets(as.member).map((reader) => sees(reader, chaired, state))).toEqual([false, false, false, false]);
  }
});

test('voters and attendees can comment on circulated minutes, and the secretary and editors can edit them', () => {
  const can = (reader: as.Reader, of: Page) => as.granted(minutesCan(zoned(reader), of, minutes()));
  expect(can(as.member, page())).toEqual([]);
  for (const of of [present, voting]) expect(can(as.member, of)).toEqual(['comment']);
  expect(can(as.member, chaired)).toEqual(['comment', 'add_action_item']);
  const all = ['write', 'comment', 'settle', 'circulate', 'add_action_item'];
  expect(can(as.member, kept)).toEqual(all);
  expect(can(as.admin, page())).toEqual(all);
});

test('minutes cannot be edited during or after approval, but addenda can be added to approved minutes', () => {
  const can = (given: object) => minutesCan(zoned(as.admin), page(), minutes(given));
  for (const decision of [
    { motion_state: 'voting', written_state: null },
    { motion_state: null, written_state: 'circulating' },
  ]) {
    expect(can({ decision })).toMatchObject({ write: false, circulate: false, add_addendum: false });
  }
  expect(can({ decision: { motion_state: 'proposed', written_state: null } }).write).toBe(true);
  expect(as.granted(can({ state: 'approved' }))).toEqual(['add_addendum']);
  expect(can({ state: 'draft' })).toMatchObject({ comment: false, settle: false, write: true });
  expect(minutesCan(zoned(as.member), page(), minutes({ state: 'approved' })).add_addendum).toBe(false);
});

test('comments are open until the end of their last day in the board’s time zone', () => {
  const open = (now: string) =>
    areCommentsOpen({ now: new Date(now), board: { timeZone: 'America/Halifax' } }, minutes());
  expect([open('2026-11-27T03:59:59Z'), open('2026-11-27T04:00:00Z')]).toEqual([true, false]);
  const board = { timeZone: 'UTC' };
  expect(areCommentsOpen({ now: after, board }, minutes({ comments_until: null }))).toBe(false);
  expect(areCommentsOpen({ now: after, board }, minutes({ state: 'draft' }))).toBe(false);
});

test('the chair can create minutes once the meeting has started but, unlike the secretary, cannot edit them', () => {
  expect([canWriteMinutes(as.member, kept), canWriteMinutes(as.member, chaired)]).toEqual([true, false]);
  expect(as.bySecrets(as.admin).map((reader) => canWriteMinutes(reader, kept))).toEqual([false, false, false, false]);
  expect([isCommenter(as.member, page()), isCommenter(as.member, voting)]).toEqual([false, true]);
  const start = (of: Page, now = after) => canStartMinutes({ ...as.member, now }, of);
  expect([start(page()), start(chaired), start(chaired, new Date(+starts_at - 1))]).toEqual([false, true, false]);
  expect(start({ ...chaired, state: 'cancelled' })).toBe(false);
});

test('a meeting is over once it is adjourned, or at its planned end if it was never called to order', () => {
  const over = (phase: string | null, now: Date) =>
    isMeetingOver({ now }, { room: phase === null ? null : { phase }, ends_at } as never);
  const before = new Date(+ends_at - 1);
  expect(over('not-begun', ends_at)).toBe(true);
  expect([over(null, before), over(null, ends_at)]).toEqual([false, true]);
  expect([over('in-session', after), over('recess', after), over('adjourned', before)]).toEqual([false, false, true]);
});

test('editors can add suggested items to the agenda of a meeting unless the meeting is cancelled, over or read-only', () => {
  const places = (given: object, now = starts_at, reader = as.admin) =>
    canPlaceOffers({ ...reader, now }, { editsCloseMinutesAfter: 60 }, page({ reopened_at: null, ...given }) as never);
  expect([places({}), places({}, starts_at, as.member), places({ state: 'cancelled' })]).toEqual([true, false, false]);
  expect([places({ room: { phase: 'adjourned' } }), places({ room: { phase: 'recess' } })]).toEqual([false, true]);
  expect(places({ room: { phase: 'recess' } }, after)).toBe(false);
});
