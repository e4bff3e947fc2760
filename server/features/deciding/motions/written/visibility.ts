import { type RawBuilder, sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import { type BodyDeskFacts, isDeskOf } from '#server/features/deciding/deciding/base/policy.ts';
import { administersBody, isOfBody } from '#server/features/deciding/deciding/base/visibility.ts';
import { actorOf, type MemberIds, type SqlReader } from '#server/features/members/audience/queries.ts';

/** Who sees the row `written`: its body's desk, and its people once it has been circulated. Of the row `body` beside it. */
export const writtenVisibleWhere = (reader: SqlReader): RawBuilder<boolean> => sql<boolean>`(
  ${reader.isBoardAdmin}::boolean
  or coalesce(${reader.member.id} in (body.chair_id, body.secretary_id), false)
  or ${administersBody(reader.member.id, sql.ref('written.body_id'))}
  or (written.round > 0 and ${isOfBody(reader.member.id, sql.ref('written.body_id'))})
)`;

export interface WrittenFacts extends BodyDeskFacts {
  /** 0: it has never been circulated. */
  readonly round: number;
  readonly of_body: boolean;
}

/** The row twin. */
export const canSeeWritten = (reader: Pick<BoardScope, 'member' | 'via'>, written: WrittenFacts): boolean =>
  isDeskOf(reader, written) || (reader.via.kind === 'session' && written.round > 0 && written.of_body);

/** Its facts beside the desk's, of the row `written`. */
export function selectWrittenFacts(scope: MemberIds) {
  const me = actorOf(scope);
  return [
    isOfBody(me.id, sql.ref('written.body_id')).as('of_body'),
    administersBody(me.id, sql.ref('written.body_id')).as('administers'),
  ] as const;
}
