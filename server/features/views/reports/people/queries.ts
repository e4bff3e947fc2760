import { sql } from 'kysely';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { getPeopleReport } from '#contract/reports.ts';
import { dayAfter } from '#domain/local-time.ts';
import { endsWithin, termFields } from '#domain/reports.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { listGroupsOfPeople } from '#server/features/members/people/queries.ts';
import { listAllFields, listOffices, selectVisibleValues } from '#server/features/members/profile/queries.ts';
import {
  listPeopleOfBoard,
  type PersonOfBoard,
  type ReportFilter,
  todayOf,
} from '#server/features/views/reports/filter/queries.ts';

type PeopleReport = AnswerOf<typeof getPeopleReport>;

/** Terms that end by then, or have ended, are counted. */
const termDays = 365;

export async function peopleReport(scope: BoardScope, filter: ReportFilter): Promise<PeopleReport> {
  const left = await listInactiveSince(scope);
  const isInPeriod = (at: Date | null): boolean =>
    at !== null && (filter.from === null || at >= filter.from) && (filter.until === null || at < filter.until);
  const people = (await listPeopleOfBoard(scope, filter)).filter(
    ({ person, removedAt, matchesFilter }) => matchesFilter && (!person.is_removed || isInPeriod(removedAt)),
  );
  const offices = await listOffices(scope);
  const groups = await listGroupsOfPeople(scope);
  const terms = await listTerms(scope);
  const today = todayOf(scope);
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

/** When inactive members were made inactive, from the audit log, by member id. */
async function listInactiveSince({ tx, board }: BoardScope): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ id: string; at: Date }>`
    select member.id, (
      select max(entry.at) from audit_entries entry
      where entry.board_id = member.board_id and entry.subject_kind = 'member' and entry.subject_id = member.id
        and entry.action = 'person.made-inactive'
    ) as at
    from members member
    where member.board_id = ${board.id}::uuid and member.status = 'inactive'
  `.execute(tx);
  return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, at] as const])));
}

interface Terms {
  readonly areAsked: boolean;
  /** Days, by member id. */
  readonly starts: ReadonlyMap<string, string>;
  readonly ends: ReadonlyMap<string, string>;
}

async function listTerms(scope: BoardScope): Promise<Terms> {
  const { start, end } = termFields((await listAllFields(scope)).filter((field) => field.retired_at === null));
  const valuesOf = async (field: { readonly id: string } | null): Promise<ReadonlyMap<string, string>> => {
    if (field === null) return new Map();
    const rows = await selectVisibleValues(scope).where('field.id', '=', field.id).execute();
    return new Map(rows.map((row) => [row.member_id, row.value]));
  };
  return { areAsked: end !== null, starts: await valuesOf(start), ends: await valuesOf(end) };
}
