import { type Expression, type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { reportFilter } from '#contract/reports.ts';
import { isoDate } from '#domain/dates.ts';
import { dayAfter, localToInstant } from '#domain/local-time.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { loadGroup } from '#server/features/members/groups/queries.ts';

/** What a report is narrowed to. */
export interface ReportFilter {
  /** `until` is the first instant that is no longer meant. Null: without an end on that side. */
  readonly from: Date | null;
  readonly until: Date | null;
  /** A group's id. */
  readonly group: string | 'whole-board' | null;
  readonly memberId: string | null;
}

type Asked = z.output<typeof reportFilter>;

/** Throws `not-found` for a group or a member whom the board does not know. */
export async function readFilter(scope: BoardScope, asked: Asked): Promise<ReportFilter> {
  const { from, to, group, member } = asked;
  if (group !== undefined && group !== 'whole-board') await loadGroup(scope, group);
  if (member !== undefined) await knowMember(scope, member);
  const { timeZone } = scope.board;
  return {
    from: from === undefined ? null : startOf(from, timeZone),
    until: to === undefined ? null : startOf(dayAfter(to), timeZone),
    group: group ?? null,
    memberId: member ?? null,
  };
}

const startOf = (day: string, timeZone: string): Date => localToInstant({ date: day, time: '00:00' }, timeZone);

/** Also one who has left: their name stands on what they did. */
async function knowMember({ tx, board }: BoardScope, memberId: string): Promise<void> {
  const row = await tx
    .selectFrom('members')
    .select('id')
    .where('board_id', '=', board.id)
    .where('id', '=', memberId)
    .executeTakeFirst();
  if (!row) throw notFound();
}

type Ref = Expression<unknown> | RawBuilder<unknown>;

/** Whether an instant lies in the period. */
export function inPeriod({ from, until }: Pick<ReportFilter, 'from' | 'until'>, at: Ref): RawBuilder<boolean> {
  return sql<boolean>`(${from === null ? sql`true` : sql`${at} >= ${from}`} and
    ${until === null ? sql`true` : sql`${at} < ${until}`})`;
}

/** Whether somebody is meant: the member, or the people whom the group has today. */
export function isMeant(
  { board }: Pick<BoardScope, 'board'>,
  filter: ReportFilter,
  memberId: Ref,
): RawBuilder<boolean> {
  const isMember = filter.memberId === null ? sql`true` : sql`${memberId} = ${filter.memberId}::uuid`;
  if (filter.group === null || filter.group === 'whole-board') return sql<boolean>`${isMember}`;
  return sql<boolean>`(${isMember} and ${memberId} in (
    select belonging.member_id from group_members belonging
    where belonging.board_id = ${board.id}::uuid and belonging.group_id = ${filter.group}::uuid
  ))`;
}

export const todayOf = ({ board, now }: Pick<BoardScope, 'board' | 'now'>): string => isoDate(now, board.timeZone);
