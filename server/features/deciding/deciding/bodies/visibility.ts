import { type RawBuilder, sql } from 'kysely';
import type { inAudience } from '#server/features/members/audience/queries.ts';

type Ref = Parameters<typeof inAudience>[1];

export const isOfBody = (memberId: Ref, bodyId: Ref, only?: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  ${only === undefined ? sql`${bodyId} = current_board_id()` : sql`false`} or exists (
    select from group_members gm
    where gm.board_id = current_board_id() and gm.group_id = ${bodyId} and gm.member_id = ${memberId} ${only ?? sql``}
  )
)`;

export const administersBody = (memberId: Ref, bodyId: Ref): RawBuilder<boolean> =>
  isOfBody(memberId, bodyId, sql`and gm.is_group_admin`);
