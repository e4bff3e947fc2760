import type { AnswerOf } from '#contract/endpoint.ts';
import type { getSignInsReport, ReportPerson } from '#contract/reports.ts';
import type { Reader } from '#server/db/board-scope.ts';
import { type Period, presentBuckets, presentPeople } from '#server/features/views/reports/filter/present.ts';
import type { DayCount, ReportPersonRow } from '#server/features/views/reports/filter/queries.ts';
import type { SignInCount } from './queries.ts';

export function presentSignIns(
  reader: Reader,
  period: Period,
  found: {
    readonly people: readonly ReportPersonRow[];
    readonly counts: readonly SignInCount[];
    readonly days: readonly DayCount[];
  },
): AnswerOf<typeof getSignInsReport> {
  const counted = new Map(found.counts.map((row) => [row.member_id, row]));
  const people = presentPeople(found.people);
  const active = new Set(people.filter((each) => each.matchesFilter && isActive(each.person)));
  return {
    members: people
      .filter((each) => counted.has(each.person.member_id) || active.has(each))
      .map(({ person }) => {
        const own = counted.get(person.member_id);
        return { ...person, sign_ins: own?.sign_ins ?? 0, last_at: own?.last_at.toISOString() ?? null };
      }),
    total: {
      sign_ins: found.counts.reduce((sum, row) => sum + row.sign_ins, 0),
      members: [...active].filter(({ person }) => counted.has(person.member_id)).length,
      active: active.size,
    },
    buckets: presentBuckets(reader, period, found.days),
  };
}

const isActive = (person: ReportPerson): boolean => person.status === 'active' && !person.is_removed;
