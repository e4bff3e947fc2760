import { numberAgenda } from '#domain/agenda.ts';
import { knownName, sortPeople } from '#domain/identity.ts';
import {
  attendances,
  type MinutesAttendee,
  type MinutesEvent,
  type MinutesFilling,
  type MinutesHead,
  type MinutesQuorum,
  type MinutesTask,
  type MinutesTime,
} from '#domain/meeting-minutes.ts';
import { isThereAt } from '#domain/room.ts';
import { keptQuorum, motionEvent } from '#server/features/deciding/meeting-minutes/decided/present.ts';
import type { MotionRow } from '#server/features/deciding/motions/motion/queries.ts';
import { deskOf, hasApologized, quorumWith, ruleOf, votersOf } from '#server/features/deciding/room/state/policy.ts';
import type { RoomPage } from '#server/features/deciding/room/state/queries.ts';
import type { RecordItem, RecordRow } from './queries.ts';

export interface MeetingRecord {
  readonly page: RoomPage;
  readonly motions: readonly MotionRow[];
  readonly rows: RecordRow;
}

interface Interval {
  readonly itemId: string;
  readonly from: Date;
  readonly until: Date | null;
}

export interface RecordOfItem {
  readonly from: string | null;
  readonly until: string | null;
  readonly again?: readonly MinutesTime[];
  readonly quorum: MinutesQuorum | null;
  readonly events: readonly MinutesEvent[];
  readonly filling: MinutesFilling | null;
  readonly tasks: readonly MinutesTask[];
}

type Presence = RoomPage['presences'][number];

const adjournedAt = ({ room }: RoomPage): Date | null => (room?.phase === 'adjourned' ? room.since_at : null);

function intervalsOf({ page, rows }: MeetingRecord): readonly Interval[] {
  const end = adjournedAt(page);
  return rows.moves.flatMap(({ at, agenda_item_id: itemId }, nth) =>
    itemId === null ? [] : [{ itemId, from: at, until: rows.moves[nth + 1]?.at ?? end }],
  );
}

const isWithin = ({ from, until }: Interval, at: Date): boolean => at >= from && (until === null || at < until);

export const numbersOf = (items: readonly RecordItem[]): ReadonlyMap<string, string> =>
  new Map(numberAgenda(items, null).map(({ item, number }) => [item.id, number]));

export function headOf(record: MeetingRecord): MinutesHead {
  const { page } = record;
  const calledAt = page.room?.called_at ?? null;
  const rule = ruleOf(page);
  const seats = rule?.seats ?? null;
  return {
    called_at: calledAt?.toISOString() ?? null,
    adjourned_at: adjournedAt(page)?.toISOString() ?? null,
    attendees: attendeesOf(page),
    guests: page.guests.map(({ name, role }) => ({ name, role })),
    vacancies: seats === null ? 0 : Math.max(seats - votersOf(page).size, 0),
    quorum: calledAt === null ? null : quorumAt(page, { itemId: null, at: calledAt }),
  };
}

function attendeesOf(page: RoomPage): readonly MinutesAttendee[] {
  const { chair_id: chair, secretary_id: secretary } = deskOf(page);
  const people = page.people.filter(({ belongs }) => belongs);
  const attendees = sortPeople(people).map((person): MinutesAttendee => {
    const own = page.presences.filter(({ member_id: id }) => id === person.id);
    return {
      member_id: person.id,
      name: knownName(person),
      office: person.id === chair ? 'chair' : person.id === secretary ? 'secretary' : null,
      is_voter: person.is_voter,
      attendance: attendanceOf(page, person, own),
      stays: own.map(({ mode, arrived_at, left_at }) => ({
        mode,
        arrived_at: arrived_at.toISOString(),
        left_at: left_at?.toISOString() ?? null,
      })),
      is_throughout: wasThroughout(page, own),
    };
  });
  return attendances.flatMap((attendance) => attendees.filter((each) => each.attendance === attendance));
}

function attendanceOf(
  page: RoomPage,
  person: RoomPage['people'][number],
  own: readonly Presence[],
): MinutesAttendee['attendance'] {
  if (own.length > 0) return own.every(({ mode }) => mode === 'remote') ? 'remote' : 'present';
  return hasApologized(page, person) ? 'apologies' : 'absent';
}

function wasThroughout(page: RoomPage, own: readonly Presence[]): boolean {
  const [first] = own;
  const last = own.at(-1);
  if (first === undefined || last === undefined) return false;
  const began = page.room?.called_at ?? first.arrived_at;
  // If the live room was not used, the meeting is treated as having ended at its planned end.
  const end = adjournedAt(page) ?? (page.room?.called_at ? null : page.ends_at);
  const hasGap = own.some(({ left_at: left }, nth) => {
    const next = own[nth + 1];
    return next !== undefined && +(left ?? 0) !== +next.arrived_at;
  });
  const stayed = last.left_at === null || last.left_by_adjourning || (end !== null && last.left_at >= end);
  return !hasGap && first.arrived_at <= began && stayed;
}

function quorumAt(page: RoomPage, of: { readonly itemId: string | null; readonly at: Date }): MinutesQuorum | null {
  const there = page.presences.filter((each) => isThereAt(each, of.at));
  return quorumWith(page, there, of);
}

export function recordOfItem(
  record: MeetingRecord,
  item: RecordItem,
  numbers: ReadonlyMap<string, string>,
): RecordOfItem {
  const own = intervalsOf(record).filter(({ itemId }) => itemId === item.id);
  const votes = record.motions.filter(({ agenda_item_id: id }) => id === item.id).flatMap((each) => each.votes);
  const last = votes.findLast((vote) => vote.void === null && vote.present !== null);
  const [first, ...again] = visitsOf(own);
  return {
    from: first?.from.toISOString() ?? null,
    until: first?.until?.toISOString() ?? null,
    ...(again.length === 0 ? {} : { again: again.map(timeOf) }),
    quorum: (last && keptQuorum(last)) ?? (first ? quorumAt(record.page, { itemId: item.id, at: first.from }) : null),
    events: eventsOf(record, item, { own, numbers }),
    filling: fillingOf(record.rows, item),
    tasks: record.rows.tasks
      .filter(({ agenda_item_id: id }) => id === item.id)
      .map(({ id, title, owner, due_on }) => ({ id, title, owner, due_on, state: 'open' as const })),
  };
}

const timeOf = ({ from, until }: Interval): MinutesTime => ({
  from: from.toISOString(),
  until: until?.toISOString() ?? null,
});

const glanceMs = 60_000;

/** Omits visits shorter than a minute. If all are shorter, returns only the first. */
function visitsOf(own: readonly Interval[]): readonly Interval[] {
  const longer = own.filter(({ from, until }) => until === null || +until - +from >= glanceMs);
  return longer.length === 0 ? own.slice(0, 1) : longer;
}

function eventsOf(
  record: MeetingRecord,
  item: RecordItem,
  of: { readonly own: readonly Interval[]; readonly numbers: ReadonlyMap<string, string> },
): readonly MinutesEvent[] {
  const { page, rows, motions } = record;
  const declared = page.declarations.filter(
    // `nature` is empty if an item was withheld without a declaration.
    ({ agenda_item_id: id, nature }) => id === item.id || (item.kind === 'declarations' && nature !== ''),
  );
  const movements = declared.map((declaration) => declaredEvent(record, declaration, { item, numbers: of.numbers }));
  const instants = movements.flatMap(({ left, back }) => [left, back].filter((at) => at !== null).map(Number));
  const events: readonly MinutesEvent[] = [
    ...movements.map(({ event }) => event),
    ...phaseEvents(rows.phases, of.own),
    ...movementEvents(page, of.own)
      .filter(({ at, memberId }) => !(instants.includes(+at) && movements.some((each) => each.memberId === memberId)))
      .map(({ event }) => event),
    ...quorumEvents(record, of.own),
    ...motions
      .filter(({ agenda_item_id: id, state }) => id === item.id && state !== 'suggested' && state !== 'declined')
      .map((motion) => motionEvent(page, motion)),
  ];
  return events.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

/** Omits the call to order and the final adjournment, which are in the header of the minutes. */
function phaseEvents(phases: RecordRow['phases'], own: readonly Interval[]): readonly MinutesEvent[] {
  return phases
    .filter(({ phase }, nth) => nth > 0 && (phase !== 'adjourned' || nth < phases.length - 1))
    .filter(({ at }) => own.some((interval) => isWithin(interval, at)))
    .map(({ phase, at }) => ({ kind: 'phase', phase, at: at.toISOString() }));
}

function quorumEvents({ page, rows }: MeetingRecord, own: readonly Interval[]): readonly MinutesEvent[] {
  const called = page.room?.called_at ?? null;
  if (called === null) return [];
  const atCall = { at: called, met: rows.quorums.findLast(({ at }) => at <= called)?.met ?? false };
  const counts = [atCall, ...rows.quorums.filter(({ at }) => at > called)];
  return counts
    .filter(({ met }, nth) => nth > 0 && met !== counts[nth - 1]?.met)
    .filter(({ at }) => own.some((interval) => isWithin(interval, at)))
    .map(({ at, met }) => {
      const back = counts.some((each) => each.met && each.at < at) ? 'regained' : 'reached';
      return { kind: 'quorum', change: met ? back : 'lost', at: at.toISOString() };
    });
}

interface Movement {
  readonly at: Date;
  readonly memberId: string;
  readonly event: MinutesEvent;
}

function movementEvents(page: RoomPage, own: readonly Interval[]): readonly Movement[] {
  const called = page.room?.called_at ?? null;
  const end = adjournedAt(page);
  const names = new Map(page.people.map((each) => [each.id, knownName(each)]));
  const during = (at: Date): boolean =>
    (called === null || at > called) && (end === null || at < end) && own.some((interval) => isWithin(interval, at));
  return page.presences.flatMap((presence): readonly Movement[] => {
    const { member_id: memberId, arrived_at: arrived, left_at: left, mode } = presence;
    const name = names.get(memberId) ?? null;
    const others = page.presences.filter((each) => each.member_id === memberId && each.id !== presence.id);
    const goesOn = left !== null && others.some((each) => +each.arrived_at === +left);
    const isReturn = others.some((each) => each.arrived_at < arrived);
    return [
      ...(during(arrived)
        ? [
            {
              at: arrived,
              memberId,
              event: { kind: 'arrived' as const, at: arrived.toISOString(), name, mode, is_return: isReturn },
            },
          ]
        : []),
      ...(left !== null && !goesOn && !presence.left_by_adjourning && during(left)
        ? [{ at: left, memberId, event: { kind: 'left' as const, at: left.toISOString(), name } }]
        : []),
    ];
  });
}

interface Declared {
  readonly memberId: string;
  readonly event: MinutesEvent;
  readonly left: Date | null;
  readonly back: Date | null;
}

function declaredEvent(
  record: MeetingRecord,
  declaration: RoomPage['declarations'][number],
  of: { readonly item: RecordItem; readonly numbers: ReadonlyMap<string, string> },
): Declared {
  const { member_id: memberId, agenda_item_id: aboutId } = declaration;
  const during = intervalsOf(record).filter(({ itemId }) => itemId === aboutId);
  const isDuring = (at: Date): boolean => during.some((interval) => isWithin(interval, at));
  const own = record.page.presences.filter((each) => each.member_id === memberId);
  const left =
    declaration.recused_at === null
      ? null
      : (own.find((each) => each.left_at !== null && !each.left_by_adjourning && isDuring(each.left_at))?.left_at ??
        null);
  const back = left === null ? null : (own.find(({ arrived_at: at }) => at > left && isDuring(at))?.arrived_at ?? null);
  const person = record.page.people.find(({ id }) => id === memberId);
  return {
    memberId,
    left,
    back,
    event: {
      kind: 'declared',
      at: declaration.declared_at.toISOString(),
      name: person ? knownName(person) : null,
      nature: declaration.nature,
      about: aboutId === of.item.id ? null : (of.numbers.get(aboutId) ?? null),
      about_id: aboutId,
      is_recused: declaration.recused_at !== null,
      left_at: left?.toISOString() ?? null,
      returned_at: back?.toISOString() ?? null,
      lifted_at: declaration.lifted_at?.toISOString() ?? null,
    },
  };
}

export function fillingOf(
  rows: Pick<RecordRow, 'open_tasks' | 'resolutions'>,
  item: RecordItem,
): MinutesFilling | null {
  switch (item.kind) {
    case 'minutes': {
      const { about_id: id, about_title: title, about_starts_at: start } = item;
      const isThere = id !== null && title !== null && start !== null;
      return { kind: 'minutes', of: isThere ? { meeting_id: id, title, start: start.toISOString() } : null };
    }
    case 'action-items':
      return { kind: 'action-items', tasks: [...rows.open_tasks] };
    case 'written-resolutions':
      return {
        kind: 'written-resolutions',
        resolutions: rows.resolutions.flatMap(({ decided_at: at, ...each }) =>
          at === null ? [] : [{ ...each, decided_at: at.toISOString() }],
        ),
      };
    case 'declarations':
    case null:
      return null;
  }
}
