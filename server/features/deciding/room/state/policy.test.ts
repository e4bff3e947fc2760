import { describe, expect, test } from 'vitest';
import { voteWays } from '#domain/deciding.ts';
import * as as from '#tests/support/readers.ts';
import {
  canLift,
  canRun,
  canSeeRoom,
  canVote,
  castingChairOf,
  eligibleNow,
  hadQuorum,
  hasApologized,
  hasCastingChair,
  hasRoom,
  isSameQuorum,
  quorumWith,
  recusalsOf,
  recusedItems,
  roomCan,
  ruleOf,
} from './policy.ts';
import type { RoomPage } from './queries.ts';

const start = new Date('2026-11-19T14:00:00Z');
const end = new Date('2026-11-19T16:00:00Z');
const hours = (count: number) => new Date(+end + count * 3_600_000);
const config = { attendanceOpensMinutesBefore: 60 };
type Body = NonNullable<RoomPage['body']>;
type Room = NonNullable<RoomPage['room']>;
const body = (given: Partial<Body> = {}): Body => ({
  id: 'body',
  name: '',
  seats: null,
  chair_id: null,
  secretary_id: null,
  at_least: 1,
  rule: { kind: 'more-than-half' },
  ...given,
});
const room = (given: Partial<Room> = {}): Room => ({
  revision: 1,
  body_id: 'body',
  has_own_desk: false,
  chair_id: null,
  secretary_id: null,
  agenda_item_id: null,
  called_at: null,
  since_at: null,
  changed_at: start,
  phase: 'not-begun',
  quorum_rule: null,
  motions_revision: 0,
  ...given,
});
const counting = { remote_counts: true, recused_counts: 'present' } as const;
const settings = { ...counting, check_in: 'self', withholding: true } as const;
const page = {
  room: null,
  body: body(),
  settings,
  starts_at: start,
  ends_at: end,
  ...as.inside,
  minutes_state: null,
};

describe('running a meeting', () => {
  test('is allowed for the body’s officers and for editors', () => {
    expect(canRun(as.member, page)).toBe(false);
    expect(canRun(as.member, { ...page, body: body({ chair_id: as.myself }) })).toBe(true);
    expect(canRun(as.member, { ...page, body: body({ secretary_id: as.myself }) })).toBe(true);
    expect(canRun(as.chair, { ...page, ...as.administering })).toBe(true);
    expect(canRun(as.admin, { ...page, body: null })).toBe(true);
  });

  test('is allowed for the meeting’s own officers instead of the body’s', () => {
    const led = body({ chair_id: as.myself });
    const own = (given: Partial<Room>) => canRun(as.member, { ...page, body: led, room: room(given) });
    expect(own({})).toBe(true);
    expect(own({ chair_id: as.someoneElse })).toBe(true);
    expect(own({ has_own_desk: true, chair_id: as.someoneElse })).toBe(false);
    expect(canRun(as.member, { ...page, room: room({ has_own_desk: true, secretary_id: as.myself }) })).toBe(true);
    expect(canRun(as.member, { ...page, room: room({ secretary_id: as.myself }) })).toBe(false);
  });
});

test('a withholding can be lifted by officers and editors who see the item, or by any voting member if none of them sees it', () => {
  const held = (member_id: string) => ({
    subject_id: 'item',
    agenda_item_id: 'item',
    member_id,
    withheld_at: start,
    lifted_at: null,
    is_within: false,
  });
  const people = [{ id: as.myself, is_voter: true }];
  const of = { itemId: 'item', memberId: as.someoneElse };
  const withheld = [held(as.someoneElse)];
  const lifts = (reader: typeof as.member, given: object = {}, about = of) =>
    canLift(reader, { ...page, people, withheld, unseen_by_desk: [], ...given }, about);
  expect(lifts(as.admin)).toBe(true);
  expect(lifts(as.admin, { withheld: [] })).toBe(true);
  expect(lifts(as.admin, {}, { ...of, memberId: as.myself })).toBe(false);
  expect(lifts(as.admin, { withheld: [...withheld, held(as.myself)] })).toBe(false);
  expect(lifts(as.member)).toBe(false);
  expect(lifts(as.member, { unseen_by_desk: ['item'] })).toBe(true);
  expect(lifts(as.member, { unseen_by_desk: ['item'], withheld: [] })).toBe(false);
  expect(lifts(as.member, { unseen_by_desk: ['item'], people: [{ id: as.myself, is_voter: false }] })).toBe(false);
  expect(lifts(as.member, { unseen_by_desk: ['another'] })).toBe(false);
});

test('only a published meeting with a date has a room, which only signed-in members can see', () => {
  const meeting = { id: 'meeting', state: 'published', finds_date: false, ...as.inside } as const;
  expect(hasRoom({ ...meeting, finds_date: true })).toBe(false);
  for (const state of ['draft', 'cancelled'] as const) expect(hasRoom({ ...meeting, state })).toBe(false);
  expect(canSeeRoom(as.member, meeting)).toBe(true);
  expect(canSeeRoom(as.member, { ...meeting, ...as.outside })).toBe(false);
  expect(canSeeRoom(as.member, { ...meeting, finds_date: true })).toBe(false);
  expect(as.bySecrets(as.member).map((reader) => canSeeRoom(reader, meeting))).toEqual([false, false, false, false]);
});

test('members can check in once attendance can be recorded, until the adjournment or twelve hours after the planned end', () => {
  const can = (now: Date, given: Partial<Room> = {}, check_in: 'self' | 'secretary' = 'self') =>
    as.granted(
      roomCan({ ...as.admin, now }, config, { ...page, room: room(given), settings: { ...settings, check_in } }),
    );
  const all = ['withhold', 'run', 'correct_presences', 'check_in', 'set_desk'];
  const before = new Date(+start - 3_600_000);
  expect(can(new Date(+before - 1))).toEqual(['withhold', 'set_desk']);
  expect(can(before)).toEqual(all);
  const withoutCheckIn = all.filter((right) => right !== 'check_in');
  expect(can(start, {}, 'secretary')).toEqual(withoutCheckIn);
  expect(can(new Date(+hours(12) - 1))).toEqual(all);
  expect(can(hours(12))).toEqual(withoutCheckIn);
  expect(can(start, { phase: 'adjourned' })).toEqual(['run', 'correct_presences', 'take_back']);
  const memberCan = (given: Partial<Room>) =>
    as.granted(roomCan({ ...as.member, now: start }, config, { ...page, room: room(given) }));
  expect([memberCan({}), memberCan({ phase: 'adjourned' })]).toEqual([['check_in'], []]);
  expect(roomCan({ ...as.admin, now: start }, config, { ...page, minutes_state: 'approved' }).check_in).toBe(false);
  const withholdsNothing = { ...page, settings: { ...settings, withholding: false } };
  expect(roomCan({ ...as.admin, now: start }, config, withholdsNothing).withhold).toBe(false);
});

test('the adjournment can be undone until the minutes are circulated, and presences can be corrected until the minutes are approved', () => {
  const can = (minutes_state: RoomPage['minutes_state'], now = start) =>
    as.granted(roomCan({ ...as.admin, now }, config, { ...page, room: room({ phase: 'adjourned' }), minutes_state }));
  expect(can(null)).toEqual(['run', 'correct_presences', 'take_back']);
  expect(can('draft')).toEqual(['run', 'correct_presences', 'take_back']);
  expect(can('draft', hours(12))).toEqual(['run', 'correct_presences']);
  expect(can('circulated')).toEqual(['run', 'correct_presences']);
  expect(can('approved')).toEqual(['run']);
});

test('apologies count if they were recorded or if the member declined before the adjournment', () => {
  const declined = { attendance: null, acceptance: 'declined', answered_at: hours(1) } as const;
  const has = (given: object, of: Partial<Room> = { phase: 'adjourned', since_at: hours(0) }) =>
    hasApologized({ room: room(of) }, { ...declined, ...given });
  expect([has({}), has({ answered_at: hours(0) }), has({ attendance: false })]).toEqual([false, true, true]);
  expect([has({}, { phase: 'recess', since_at: hours(0) }), has({ acceptance: 'accepted' })]).toEqual([true, false]);
});

test('withholding an item recuses the member unless an earlier recusal still applies', () => {
  const of = { agenda_item_id: 'item', member_id: 'a', lifted_at: null };
  const withheld = [{ ...of, subject_id: 'item', withheld_at: hours(1), is_within: false }];
  const recusals = (given: object) =>
    recusalsOf({ declarations: [{ ...of, recused_at: hours(1), ...given }], withheld } as never).length;
  expect([{}, { recused_at: hours(0) }, { lifted_at: hours(2) }].map(recusals)).toEqual([1, 1, 1]);
  const others = [
    { member_id: 'b' },
    { agenda_item_id: 'another' },
    { recused_at: null },
    { recused_at: hours(2) },
    { lifted_at: hours(1) },
    { lifted_at: hours(0) },
  ];
  expect(others.map(recusals)).toEqual([2, 2, 2, 2, 2, 2]);
  const items = (given: object) =>
    recusedItems({ declarations: [{ ...of, recused_at: start, ...given }], withheld: [] } as never, 'a').size;
  const given = [{}, { member_id: 'b' }, { recused_at: null }, { lifted_at: hours(0) }];
  expect(given.map(items)).toEqual([1, 0, 0, 0]);
});

test('the casting vote belongs to whoever was chair when the vote opened, or to the current chair if that person has lost access', () => {
  const people = ['a', 'b'].map((id) => ({ id, is_inactive: id === 'a' }));
  const chairOf = (chair: string | null, presentChair: string | null) =>
    castingChairOf({ room: null, body: body({ chair_id: presentChair }), people } as never, { chair_id: chair });
  expect([chairOf('b', 'c'), chairOf('a', 'c'), chairOf('a', null), chairOf(null, 'c')]).toEqual(['b', 'c', 'a', null]);
});

test('a tie can still be decided after the chair has lost access, but only until the meeting is adjourned', () => {
  const canDecide = (phase: Room['phase'], isInactive: boolean) => {
    const people = [{ id: 'a', is_voter: true, is_inactive: isInactive }];
    const given = { room: room({ phase }), body: body(), people, declarations: [], withheld: [] };
    return hasCastingChair(given as never, { chair_id: 'a' }, 'item');
  };
  expect([canDecide('in-session', true), canDecide('adjourned', true)]).toEqual([true, false]);
  expect([canDecide('in-session', false), canDecide('adjourned', false)]).toEqual([true, true]);
});

test('present voting members who are not recused can vote in an open vote during a session', () => {
  const mine = { left_at: null, member_id: as.myself, arrived_at: start, mode: 'remote' } as const;
  const presence = { id: 'presence', left_by_adjourning: false, revision: 1, ...mine };
  const declared = { id: 'declaration', member_id: as.myself, nature: '', declared_at: start, lifted_at: null };
  const recusal = { ...declared, agenda_item_id: 'item', recused_at: start, withheld_at: null, reason: '' };
  const inSession = {
    ...page,
    settings: { ...settings, remote_counts: true as boolean },
    room: room({ phase: 'in-session' }),
    people: [{ id: as.myself, is_voter: true }],
    presences: [presence],
    declarations: [{ ...recusal, agenda_item_id: 'another' }],
    withheld: [],
  };
  const vote = { state: 'open', way: 'named', agenda_item_id: 'item' } as const;
  const can = (given: Partial<typeof inSession>, of: Partial<Parameters<typeof canVote>[1]> = {}) =>
    canVote({ ...inSession, ...given }, { ...vote, ...of }, as.myself);
  expect(voteWays.filter((way) => can({}, { way }))).toEqual(['named', 'secret', 'unopposed']);
  for (const state of ['carried', 'not-carried', 'tied', 'void'] as const) expect(can({}, { state })).toBe(false);
  expect(can({ room: room({ phase: 'recess' }) })).toBe(false);
  expect(can({ people: [{ id: as.myself, is_voter: false }] })).toBe(false);
  expect(can({ people: [{ id: as.someoneElse, is_voter: true }] })).toBe(false);
  expect(can({ declarations: [recusal] })).toBe(false);
  expect(can({ presences: [] })).toBe(false);
  expect(can({ settings: { ...settings, remote_counts: false } })).toBe(false);
  expect(canVote({ ...inSession, room: null }, vote, as.myself)).toBe(false);
});

describe('the quorum', () => {
  const there = (member_id: string, mode: 'in-person' | 'remote' = 'in-person') => ({ member_id, mode });
  const people = ['a', 'b', 'c', 'd'].map((id) => ({ id, is_voter: id !== 'd' }));
  const counted = { room: null, people, declarations: [], withheld: [] };

  test('follows the body’s rule until the call to order, and then keeps the rule stored at that time', () => {
    const ofBody = { seats: null, at_least: 1, rule: { kind: 'more-than-half' }, ...counting };
    expect(ruleOf({ room: null, body: body(), settings })).toEqual(ofBody);
    expect(ruleOf({ room: room(), body: body(), settings })).toEqual(ofBody);
    const counts = { remote_counts: false, recused_counts: 'absent' } as const;
    const kept = { seats: 9, at_least: 1, rule: { kind: 'none' }, ...counts } as const;
    expect(ruleOf({ room: room({ quorum_rule: kept }), body: body(), settings })).toEqual(kept);
    expect(ruleOf({ room: room({ quorum_rule: kept }), body: null, settings })).toEqual(kept);
    expect(ruleOf({ room: room(), body: null, settings })).toBeNull();
    expect(ruleOf({ room: null, body: null, settings })).toBeNull();
  });

  test('counts each present voter once, and remote voters only if the board counts them', () => {
    const of = (present: Parameters<typeof quorumWith>[1], remote_counts = true) =>
      quorumWith({ ...counted, body: body(), settings: { ...settings, remote_counts } }, present, { itemId: 'item' });
    expect(of([there('a'), there('a', 'remote'), there('d')])).toMatchObject({ present: 1, needed: 2, met: false });
    expect(of([there('a'), there('b', 'remote')])).toMatchObject({ present: 2, met: true });
    const remote = [there('a', 'remote'), there('b', 'remote')];
    expect(of([...remote, there('c')], false)).toMatchObject({ present: 1, met: false });
    expect(quorumWith({ ...counted, body: null, settings }, [], { itemId: null })).toBeNull();
  });

  test('counts as eligible all present voters who are not recused, and everyone who has voted', () => {
    const present = (member_id: string) => ({ ...there(member_id), id: member_id, arrived_at: start, left_at: null });
    const recusal = { member_id: 'b', agenda_item_id: 'item', recused_at: start, lifted_at: null };
    const voting = {
      ...counted,
      body: body(),
      settings,
      presences: ['a', 'b', 'd'].map(present),
      declarations: [recusal],
    } as unknown as Parameters<typeof eligibleNow>[0];
    expect(eligibleNow(voting, { itemId: 'item', cast: [] })).toEqual(['a']);
    expect(eligibleNow(voting, { itemId: 'item', cast: ['c'] })).toEqual(['a', 'c']);
    expect(eligibleNow(voting, { itemId: 'another', cast: [] })).toEqual(['a', 'b']);
  });

  test.each(['withheld', 'recused'])(
    'of a past vote excludes a member only if the exclusion applied at that time (%s)',
    (how) => {
      const arrived = { arrived_at: start, left_at: null };
      const of = { subject_id: 'item', agenda_item_id: 'item', member_id: 'b' };
      const voting = (from: Date, until: Date | null) =>
        ({
          ...counted,
          body: body(),
          settings: { ...settings, recused_counts: 'absent' },
          presences: ['a', 'b'].map((id) => ({ ...there(id), ...arrived, id })),
          withheld: how === 'withheld' ? [{ ...of, withheld_at: from, lifted_at: until }] : [],
          declarations: how === 'recused' ? [{ ...of, recused_at: from, lifted_at: until }] : [],
        }) as unknown as Parameters<typeof hadQuorum>[0];
      const had = (from: Date, until: Date | null) =>
        hadQuorum(voting(from, until), { itemId: 'item', cast: [], at: hours(2) });
      expect([had(hours(1), null), had(hours(1), hours(3))]).toEqual([false, false]);
      expect([had(hours(3), null), had(hours(0), hours(1))]).toEqual([true, true]);
    },
  );

  test('counts as unchanged only if its figures and its agenda item are the same', () => {
    const one = { agenda_item_id: null, present: 2, needed: 2, in_office: 3, met: true };
    expect(isSameQuorum(one, undefined)).toBe(false);
    expect(isSameQuorum(one, { ...one })).toBe(true);
    for (const change of [{ agenda_item_id: 'x' }, { present: 3 }, { needed: 1 }, { in_office: 4 }, { met: false }]) {
      expect(isSameQuorum(one, { ...one, ...change })).toBe(false);
    }
  });
});
