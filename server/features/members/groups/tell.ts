import type { BoardScope } from '#server/db/board-scope.ts';
import { tellLive } from '#server/http/live-hub.ts';
import { listGroupStandings } from './queries.ts';

type Telling = Pick<BoardScope, 'tx' | 'board'>;

export const listGroupMemberIds = async (scope: Telling, groupId: string): Promise<readonly string[]> =>
  (await listGroupStandings(scope, [groupId])).map((standing) => standing.member_id);

/** Tells the open pages of a group's members; `alsoTo`: members who are in it no longer, and should hear of that. */
export async function tellGroupChanged(scope: Telling, groupId: string, alsoTo: readonly string[] = []): Promise<void> {
  const members = await listGroupMemberIds(scope, groupId);
  await tellLive(scope, { noun: 'group', id: groupId }, [...new Set([...members, ...alsoTo])]);
}
