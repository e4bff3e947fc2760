import { type Expression, type RawBuilder, sql } from 'kysely';
import { type BoardScope, isSignedInAdmin } from '#server/db/board-scope.ts';
import type { PageScope } from '#server/db/page-statement.ts';

export const groupVisibleWhere = (
  { board, member, isBoardAdmin }: PageScope,
  groupId: Expression<string>,
): RawBuilder<boolean> => sql<boolean>`(${isBoardAdmin} or ${groupId} in (
  select own.group_id from group_members own where own.board_id = ${board.id} and own.member_id = ${member.id}
))`;

export const canSeeGroup = (reader: Pick<BoardScope, 'member' | 'via'>, groupId: string): boolean =>
  isSignedInAdmin(reader) || reader.member.groups.some((group) => group.id === groupId);

/** Use this only for readers with a session, because secret links never show people. */
export const peopleVisibleWhere = ({ board, isBoardAdmin }: PageScope): RawBuilder<boolean> =>
  sql<boolean>`(${isBoardAdmin} or exists (select from boards where id = ${board.id} and not people_hidden))`;
