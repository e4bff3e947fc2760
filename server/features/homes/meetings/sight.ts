import { type RawBuilder, sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import { editableBy, visibleTo } from '#server/features/members/audience/queries.ts';

/** `canSeeMeeting` as the condition of a list; `table` is the name that the list gives its meetings. */
export function meetingInSight(scope: BoardScope, table: 'meeting' | 'meetings'): RawBuilder<boolean> {
  const audienceId = sql.ref<string>(`${table}.audience_id`);
  return sql<boolean>`case when ${sql.ref(`${table}.state`)} = 'draft' then ${editableBy(scope, audienceId)}
    else ${visibleTo(scope, audienceId)} end`;
}
