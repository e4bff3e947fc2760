import { type RawBuilder, sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { MeetingRow } from '#server/features/homes/meetings/queries.ts';

/** Whether people are invited to it, and told of it, still: it has not ended, or looks for its date, whatever dates were offered. */
export const isToCome = (
  scope: Pick<BoardScope, 'now'>,
  meeting: Pick<MeetingRow, 'finds_date' | 'ends_at'>,
): boolean => meeting.finds_date || meeting.ends_at === null || meeting.ends_at > scope.now;

/** The same of a row of `meetings`, in SQL. */
export const selectToCome = (scope: Pick<BoardScope, 'now'>, meetings: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${meetings}.finds_date`)} or ${sql.ref(`${meetings}.ends_at`)} > ${scope.now})`;
