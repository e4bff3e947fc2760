import type { AnswerOf } from '#contract/endpoint.ts';
import type { getPeopleReport } from '#contract/reports.ts';
import { dayAfter } from '#domain/days.ts';
import { endsWithin, termFields } from '#domain/reports.ts';
import { type Reader, todayOf } from '#server/db/board-scope.ts';
import type { ResultOf } from '#server/db/page-statement.ts';
import { groupsByMember, type groupsOfPeople } from '#server/features/members/people/queries.ts';
import { type keptFields, officesByMember, type officesOfPeople } from '#server/features/members/profile/queries.ts';
import { type Period, type PersonOfBoard, presentPeople } from '#server/features/views/reports/filter/present.ts';
import type { ReportPersonRow } from '#server/features/views/reports/filter/queries.ts';
import type { inactiveSince, positionDays } from './queries.ts';

/** Terms that end within this many days from today are counted. */
const termDays = 365;

interface FoundPeople {
  readonly people: readonly ReportPersonRow[];
  readonly left: ResultOf<typeof inactiveSince>;
  readonly offices: ResultOf<typeof officesOfPeople>;
  readonly groups: ResultOf<typeof groupsOfPeople>;
  readonly fields: ResultOf<typeof keptFields>;
  readonly days: ResultOf<typeof positionDays>;
}

export function presentPeopleReport(
  reader: Reader,
  period: Period,
  found: FoundPeople,
): AnswerOf<typeof getPeopleReport> {
  const left = new Map(found.left.map((row) => [row.id, row.inactive_at]));
  const isInPeriod = (at: Date | null): boolean =>
    at !== null && (period.from === null || at >= period.from) && (period.until === null || at < period.until);
  // A person whose invitation was withdrawn has never joined and therefore cannot have left.
  const hasLeft = ({ joinedAt, removedAt }: PersonOfBoard): boolean => joinedAt !== null && isInPeriod(removedAt);
  const people = presentPeople(found.people).filter(
    (each) => each.matchesFilter && (!each.person.is_removed || hasLeft(each)),
  );
  const offices = officesByMember(found.offices);
  const groups = groupsByMember(found.groups);
  const terms = termsOf(found);
  const today = todayOf(reader);
  const shown = people.map(({ person, joinedAt, removedAt }) => {
    const { member_id: id } = person;
    const leftAt = person.is_removed ? removedAt : person.status === 'inactive' ? (left.get(id) ?? null) : null;
    return {
      ...person,
      office: offices.get(id) ?? null,
      groups: (groups.get(id) ?? []).map(({ name }) => name),
      joined_at: joinedAt?.toISOString() ?? null,
      has_joined_in_period: isInPeriod(joinedAt),
      left_at: leftAt?.toISOString() ?? null,
      term_start: terms.starts.get(id) ?? null,
      term_end: terms.ends.get(id) ?? null,
      has_left_in_period: isInPeriod(leftAt),
    };
  });
  const isHere = ({ person }: PersonOfBoard): boolean => !person.is_removed && person.status === 'active';
  const soon = dayAfter(today, termDays);
  return {
    people: shown.map(({ has_left_in_period: _, ...person }) => person),
    has_terms: terms.areAsked,
    today,
    total: {
      active: people.filter(isHere).length,
      joined: shown.filter((person) => person.has_joined_in_period).length,
      left: shown.filter((person) => person.has_left_in_period).length,
      pending: shown.filter((person) => person.status === 'invited' && !person.is_removed).length,
      terms_ending: shown.filter((person) => person.status === 'active' && endsWithin(person.term_end, soon)).length,
    },
  };
}

interface Terms {
  readonly areAsked: boolean;
  readonly starts: ReadonlyMap<string, string>;
  readonly ends: ReadonlyMap<string, string>;
}

function termsOf({ fields, days }: Pick<FoundPeople, 'fields' | 'days'>): Terms {
  const { start, end } = termFields(fields.filter((field) => field.retired_at === null));
  const valuesOf = (field: { readonly id: string } | null): ReadonlyMap<string, string> =>
    new Map(days.filter((row) => row.field_id === field?.id).map((row) => [row.member_id, row.value]));
  return { areAsked: end !== null, starts: valuesOf(start), ends: valuesOf(end) };
}
