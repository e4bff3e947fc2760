import { type RawBuilder, sql } from 'kysely';
import type { PageScope } from '#server/db/page-statement.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { peopleVisibleWhere } from '#server/features/members/people/visibility.ts';

type Reader = Parameters<typeof canSeePeople>[0];

export const votesWhere = ({ board, member }: PageScope): RawBuilder<boolean> => sql<boolean>`not exists (
  select from non_voters silent
  where silent.board_id = ${board.id} and silent.body_id = ${board.id} and silent.member_id = ${member.id}
)`;

export const isOfficerWhere = ({ board, member }: PageScope): RawBuilder<boolean> => sql<boolean>`exists (
  select from bodies body
  where body.board_id = ${board.id} and body.id = ${board.id}
    and (body.chair_id = ${member.id} or body.secretary_id = ${member.id})
)`;

export const holderVisibleWhere = (scope: PageScope): RawBuilder<boolean> => sql<boolean>`(
  ${scope.isBoardAdmin} or member.id = ${scope.member.id} or (
    (${votesWhere(scope)} or ${isOfficerWhere(scope)}) and ${peopleVisibleWhere(scope)}
    and member.status in ('active', 'invited') and member.removed_at is null
  )
)`;

export const canReadRegister = (
  reader: Reader,
  facts: { readonly votes: boolean; readonly is_officer: boolean },
): boolean => canSeePeople(reader) && (reader.member.isBoardAdmin || facts.votes || facts.is_officer);
