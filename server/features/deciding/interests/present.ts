import type { z } from 'zod';
import type { AnswerOf } from '#contract/endpoint.ts';
import type {
  getInterest,
  Interest,
  InterestHolder,
  listInterests,
  OwnConfirmation,
  updateInterest,
} from '#contract/interests.ts';
import { formatHeadingDate, formatListDate, isoDate, type Zone } from '#domain/dates.ts';
import { knownName, sortPeople } from '#domain/identity.ts';
import { confirmedUntil, formatMonthOrYear } from '#domain/interests.ts';
import { localToInstant } from '#domain/local-time.ts';
import { interestLabels } from '#domain/messages/interests.ts';
import { isolated } from '#domain/text.ts';
import { isSignedInAdmin, type Reader, todayOf } from '#server/db/board-scope.ts';
import type { ResultOf } from '#server/db/page-statement.ts';
import { headOf } from '#server/features/deciding/deciding/record-head.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { presentPerson } from '#server/features/members/people/present.ts';
import type { RecordPlan } from '#server/integrations/pdf/typst/plan.ts';
import { canEditInterest } from './policy.ts';
import type { Conflict, InterestRow, interestHolders, registerPage, WordingRow } from './queries.ts';
import { canReadRegister } from './visibility.ts';

type RegisterRow = NonNullable<ResultOf<typeof registerPage>>;
type HolderRow = ResultOf<typeof interestHolders>[number];

export const presentInterest = (reader: Reader, row: InterestRow): Interest => ({
  id: row.id,
  member_id: row.member_id,
  organisation: row.organisation,
  nature: row.nature,
  since: row.since,
  until: row.until,
  revision: row.revision,
  can: { edit: canEditInterest(reader, row) },
});

export function presentOwn(
  reader: Reader,
  row: Pick<RegisterRow, 'confirmed_at' | 'interests_months'>,
): OwnConfirmation {
  const { confirmed_at: confirmedAt, interests_months: months } = row;
  const { timeZone } = reader.board;
  const until = confirmedAt === null ? null : confirmedUntil(confirmedAt, { months, timeZone });
  const isGood = until !== null && until > isoDate(reader.now, timeZone);
  return { confirmed_at: confirmedAt?.toISOString() ?? null, until, is_due: months > 0 && !isGood, months };
}

interface Found {
  readonly register: RegisterRow;
  readonly holders: readonly HolderRow[];
  readonly interests: readonly InterestRow[];
}

export function presentRegister(reader: Reader, found: Found): AnswerOf<typeof listInterests> {
  return {
    people: presentHolders(reader, found),
    own: presentOwn(reader, found.register),
    can: { read_all: canReadRegister(reader, found.register), write_all: isSignedInAdmin(reader) },
  };
}

function presentHolders(reader: Reader, { holders, interests }: Pick<Found, 'holders' | 'interests'>) {
  const byMember = Map.groupBy(interests, (row) => row.member_id);
  return sortPeople(holders).map(
    (row): InterestHolder => ({
      ...presentPerson(row),
      is_self: row.id === reader.member.id,
      is_removed: row.removed_at !== null,
      interests: (byMember.get(row.id) ?? []).map((each) => presentInterest(reader, each)),
      confirmed_at: row.confirmed_at?.toISOString() ?? null,
    }),
  );
}

const writerOf = (reader: Reader, row: WordingRow): string =>
  canSeePeople(reader) || row.written_by === reader.member.id ? knownName(row) : '';

export const presentConflicts = (
  reader: Reader,
  conflicts: readonly Conflict[],
): AnswerOf<typeof updateInterest>['conflicts'] =>
  conflicts.map(({ field, wording }) => ({
    field,
    by: writerOf(reader, wording),
    at: wording.written_at.toISOString(),
  }));

export const presentWordings = (
  reader: Reader,
  rows: readonly WordingRow[],
): z.output<(typeof getInterest)['answer']>['wordings'] =>
  rows.map((row) => ({
    revision: row.revision,
    organisation: row.organisation,
    nature: row.nature,
    since: row.since,
    until: row.until,
    by: writerOf(reader, row),
    at: row.written_at.toISOString(),
  }));

/** The register contains the date but no time, so that files generated on one day are identical. */
export function registerPlan(reader: Reader, found: Pick<Found, 'holders' | 'interests'>): RecordPlan {
  const { timeZone, dates } = reader.board;
  const today = localToInstant({ date: todayOf(reader), time: '12:00' }, timeZone);
  return {
    ...headOf(reader.board),
    title: interestLabels.register,
    lede: formatHeadingDate(today, dates),
    mark: '',
    facts: [],
    sections: presentHolders(reader, found).map((person) => ({
      kind: 'item',
      depth: 0,
      number: '',
      title: person.name,
      time: '',
      parts: linesOf(person, dates).map((words) => ({ kind: 'line', words })),
    })),
    closing: [],
    at: today.toISOString(),
  };
}

function linesOf(person: InterestHolder, timeZone: Zone): readonly string[] {
  const { interests, confirmed_at: confirmed, is_removed: isRemoved, status } = person;
  const standing = isRemoved ? 'No longer on the board' : statuses[status];
  return [
    ...(interests.length === 0 ? [interestLabels.none] : []),
    ...interests.map(({ organisation, nature, since, until }) => {
      const end = until === null ? '' : `, until ${formatMonthOrYear(until)}`;
      return `${isolated(organisation)}: ${isolated(nature)}, since ${formatMonthOrYear(since)}${end}`;
    }),
    ...(standing === null ? [] : [standing]),
    ...(confirmed === null ? [] : [`Confirmed ${formatListDate(confirmed, timeZone)}`]),
  ];
}

const statuses = { active: null, invited: 'Not joined yet', inactive: 'Inactive' } as const;
