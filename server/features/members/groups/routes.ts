import type { Group } from '#contract/groups.ts';
import { createGroup, deleteGroup, getGroup, getGroupUse, listGroups, updateGroup } from '#contract/groups.ts';
import { setPersonGroups } from '#contract/people.ts';
import { sortPeople } from '#domain/identity.ts';
import { lockBoard } from '#server/db/board-lock.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { isSignedInAdmin, type Reader } from '#server/db/board-scope.ts';
import { authorize, notFound } from '#server/errors.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { presentAudienceMember } from '#server/features/members/people/present.ts';
import { peopleOfOwnGroups, peopleToName } from '#server/features/members/people/queries.ts';
import { canSeeGroup } from '#server/features/members/people/visibility.ts';
import { implement, implementRead, type Route } from '#server/http/implement.ts';
import * as commands from './commands.ts';
import { canEditGroup } from './policy.ts';
import type { GroupMemberRow, GroupRow } from './queries.ts';
import {
  groupNames,
  groupPage,
  lockGroup,
  meetingsOfGroup,
  membersOfGroup,
  membersOfVisibleGroups,
  visibleGroups,
} from './queries.ts';

function visible(reader: Reader, group: GroupRow | null): GroupRow {
  if (group === null || !canSeeGroup(reader, group.id)) throw notFound();
  return group;
}

async function changedGroup(scope: BoardScope, id: string) {
  const group = visible(scope, await groupPage.run(scope.tx, { id }, scope.now));
  return { group: presentGroup(scope, group, await membersOfGroup.run(scope.tx, { id }, scope.now)) };
}

export const groupRoutes: readonly Route[] = [
  implementRead(listGroups, {
    reads: { groups: visibleGroups, members: membersOfVisibleGroups },
    answer({ reader, found: { groups, members } }) {
      const byGroup = Map.groupBy(members, (each) => each.group_id);
      return {
        groups: groups.map((group) => presentGroup(reader, group, byGroup.get(group.id) ?? [])),
        can: { create: isSignedInAdmin(reader) },
      };
    },
  }),

  implementRead(getGroup, {
    reads: { group: groupPage, members: membersOfGroup, meetings: meetingsOfGroup },
    more: {
      reads: { people: peopleOfOwnGroups },
      isNeeded: (reader, { group }) => group !== null && canEditGroup(reader, group.id),
    },
    answer({ reader, found: { group, members, meetings }, more }) {
      return {
        group: presentGroup(reader, visible(reader, group), members),
        people: more ? peopleToName(reader, more.people).map(presentAudienceMember) : null,
        upcoming_meetings: meetings?.upcoming ?? 0,
      };
    },
  }),

  implement(createGroup, async ({ scope, context, body }) => {
    return changedGroup(scope, await commands.createGroup(scope, context.secrets, body));
  }),

  implement(updateGroup, async ({ scope, context, params, body }) => {
    const lock = await lockBoard(scope, 'audiences');
    const group = await lockGroup(scope, params.id);
    authorize(canEditGroup(scope, group.id));
    await commands.updateGroup(scope, context.secrets, { lock, group, body });
    return changedGroup(scope, group.id);
  }),

  implementRead(getGroupUse, {
    reads: { group: groupPage, members: membersOfGroup, meetings: meetingsOfGroup, names: groupNames },
    answer({ reader, found: { group, members, meetings, names } }) {
      const { id } = visible(reader, group);
      return {
        meetings: meetings?.all ?? 0,
        members: members.length,
        other_groups: names.filter((other) => other.id !== id),
      };
    },
  }),

  implement(deleteGroup, async ({ scope, context, params, body }) => {
    const lock = await lockBoard(scope, 'audiences');
    const group = await lockGroup(scope, params.id);
    await commands.deleteGroup(scope, context.secrets, { lock, group, choice: body });
  }),

  implement(setPersonGroups, async ({ scope, context, params, body }) => {
    await commands.setGroups(scope, context.secrets, { memberId: params.id, wanted: body.group_ids });
  }),
];

function presentGroup(reader: Reader, row: GroupRow, members: readonly GroupMemberRow[]): Group {
  const canEdit = canEditGroup(reader, row.id);
  const canManage = isSignedInAdmin(reader);
  return {
    ...row,
    members:
      canSeePeople(reader) || canEdit
        ? sortPeople(members).map((each) => ({ ...presentAudienceMember(each), is_group_admin: each.is_group_admin }))
        : null,
    can: { edit: canEdit, manage: canManage, delete: canManage },
  };
}
