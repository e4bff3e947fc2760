import type { Group } from '#contract/groups.ts';
import { sortPeople } from '#domain/identity.ts';
import { isSignedInAdmin, type Reader } from '#server/db/board-scope.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { presentAudienceMember } from '#server/features/members/people/present.ts';
import { canEditGroup } from './policy.ts';
import type { GroupMemberRow, GroupRow } from './queries.ts';

export function presentGroups(
  reader: Reader,
  groups: readonly GroupRow[],
  members: readonly GroupMemberRow[],
): Group[] {
  const byGroup = Map.groupBy(members, (each) => each.group_id);
  return groups.map((group) => presentGroup(reader, group, byGroup.get(group.id) ?? []));
}

export function presentGroup(reader: Reader, row: GroupRow, members: readonly GroupMemberRow[]): Group {
  const canEdit = canEditGroup(reader, row.id);
  const canManage = isSignedInAdmin(reader);
  return {
    ...row,
    members:
      canSeePeople(reader) || canEdit
        ? sortPeople(members).map((each) => ({
            ...presentAudienceMember(each),
            slug: each.slug,
            is_group_admin: each.is_group_admin,
          }))
        : null,
    can: { edit: canEdit, manage: canManage, delete: canManage },
  };
}
