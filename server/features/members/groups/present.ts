import type { Group } from '#contract/groups.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { isSignedInAdmin } from '#server/db/board-scope.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { presentAudienceMember } from '#server/features/members/people/present.ts';
import { listPeopleOf } from '#server/features/members/people/queries.ts';
import { canEditGroup } from './policy.ts';
import { type GroupRow, listGroupMemberships } from './queries.ts';

/** Active and pending members, by name. */
export async function presentGroups(scope: BoardScope, rows: readonly GroupRow[]): Promise<Group[]> {
  const groupIds = rows.map((row) => row.id);
  const people = await listPeopleOf(scope, { wholeBoard: false, groupIds, memberIds: [] });
  const standings = Map.groupBy(await listGroupMemberships(scope, groupIds), (each) => each.group_id);
  return rows.map((row) => {
    const inGroup = new Map((standings.get(row.id) ?? []).map((each) => [each.member_id, each.is_group_admin]));
    const canEdit = canEditGroup(scope, row.id);
    const canManage = isSignedInAdmin(scope);
    return {
      ...row,
      members:
        canSeePeople(scope) || canEdit
          ? people
              .filter((person) => inGroup.has(person.id))
              .map((person) => ({
                ...presentAudienceMember(person),
                slug: person.slug,
                is_group_admin: inGroup.get(person.id) ?? false,
              }))
          : null,
      can: { edit: canEdit, manage: canManage, delete: canManage },
    };
  });
}
