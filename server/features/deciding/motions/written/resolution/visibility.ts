import { type RawBuilder, sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import { type BodyDeskFacts, isDeskOf } from '#server/features/deciding/deciding/bodies/policy.ts';
import { administersBody, isOfBody } from '#server/features/deciding/deciding/bodies/visibility.ts';
import { actorOf, type MemberIds, type SqlReader } from '#server/features/members/audience/queries.ts';
import type { ResolutionHome } from '#server/features/papers/documents/ports.ts';

const isDeskWhere = (reader: SqlReader): RawBuilder<boolean> => sql<boolean>`(
  ${reader.isBoardAdmin}::boolean
  or coalesce(${reader.member.id} in (body.chair_id, body.secretary_id), false)
  or ${administersBody(reader.member.id, sql.ref('written.body_id'))}
)`;

/** Members of the body see a resolution only after its circulation. */
export const writtenVisibleWhere = (reader: SqlReader): RawBuilder<boolean> => sql<boolean>`(
  ${isDeskWhere(reader)} or (written.round > 0 and ${isOfBody(reader.member.id, sql.ref('written.body_id'))})
)`;

export const canEditPapers = (
  reader: Pick<BoardScope, 'member' | 'via'>,
  written: Pick<ResolutionHome, 'state'> & BodyDeskFacts,
): boolean => written.state === 'draft' && isDeskOf(reader, written);

export interface WrittenFacts extends BodyDeskFacts {
  readonly round: number;
  readonly of_body: boolean;
}

export const selectVisibleResolutions = (reader: SqlReader): RawBuilder<unknown> => sql`
  select written.id, written.state = 'draft' and ${isDeskWhere(reader)} as edits
  from written_resolutions written
  join bodies body on body.board_id = written.board_id and body.id = written.body_id
  where written.board_id = ${reader.board.id}::uuid and ${writtenVisibleWhere(reader)}
`;

export function selectResolutionOfDocument(scope: MemberIds): RawBuilder<ResolutionHome | null> {
  const me = actorOf(scope);
  const bodyId = sql.ref<string>('written.body_id');
  return sql<ResolutionHome | null>`(
    select jsonb_build_object(
      'kind', 'resolution', 'id', written.id, 'state', written.state, 'round', written.round, 'body_id', written.body_id,
      'chair_id', body.chair_id, 'secretary_id', body.secretary_id,
      'of_body', ${isOfBody(me.id, bodyId)}, 'administers', ${administersBody(me.id, bodyId)}
    )
    from written_resolutions written
    join bodies body on body.board_id = written.board_id and body.id = written.body_id
    where written.board_id = document.board_id and written.id = document.written_resolution_id
  )`;
}

export const resolutionNameOfDocument = sql<string | null>`(
  select written.title from written_resolutions written
  where written.board_id = document.board_id and written.id = document.written_resolution_id
)`;

export const canSeeWritten = (reader: Pick<BoardScope, 'member' | 'via'>, written: WrittenFacts): boolean =>
  isDeskOf(reader, written) || (reader.via.kind === 'session' && written.round > 0 && written.of_body);

export function selectWrittenFacts(scope: MemberIds) {
  const me = actorOf(scope);
  return [
    isOfBody(me.id, sql.ref('written.body_id')).as('of_body'),
    administersBody(me.id, sql.ref('written.body_id')).as('administers'),
  ] as const;
}
