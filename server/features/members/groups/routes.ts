import { createGroup, deleteGroup, getGroup, getGroupUse, listGroups, updateGroup } from '#contract/groups.ts';
import { setPersonGroups } from '#contract/people.ts';
import { lockBoard } from '#server/db/board-lock.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { isSignedInAdmin } from '#server/db/board-scope.ts';
import { authorize } from '#server/errors.ts';
import { presentAudienceMember } from '#server/features/members/people/present.ts';
import { listPeopleOf, listPeopleToName } from '#server/features/members/people/queries.ts';
import { implement, type Route } from '#server/http/implement.ts';
import * as commands from './commands.ts';
import { deleteGroup as remove, setGroups } from './commands.ts';
import { canEditGroup } from './policy.ts';
import { presentGroups } from './present.ts';
import { countMeetingsFor, listGroupNames, listGroupRows, loadGroup } from './queries.ts';

export const groupRoutes: readonly Route[] = [
  implement(listGroups, async ({ scope }) => ({
    groups: await presentGroups(scope, await listGroupRows(scope)),
    can: { create: isSignedInAdmin(scope) },
  })),

  implement(getGroup, async ({ scope, params }) => {
    const group = await wholeGroup(scope, params.id);
    const people = group.can.edit ? await listPeopleToName(scope) : null;
    const { upcoming } = await countMeetingsFor(scope, group.id);
    return { group, people: people?.map(presentAudienceMember) ?? null, upcoming_meetings: upcoming };
  }),

  implement(createGroup, async ({ scope, context, body }) => {
    const id = await commands.createGroup(scope, context.secrets, body);
    return { group: await wholeGroup(scope, id) };
  }),

  implement(updateGroup, async ({ scope, context, params, body }) => {
    const lock = await lockBoard(scope, 'audiences');
    const group = await loadGroup(scope, params.id, { lock: true });
    authorize(canEditGroup(scope, group.id));
    await commands.updateGroup(scope, context.secrets, { lock, group, body });
    return { group: await wholeGroup(scope, group.id) };
  }),

  implement(getGroupUse, async ({ scope, params }) => {
    const group = await loadGroup(scope, params.id);
    const { all } = await countMeetingsFor(scope, group.id);
    const members = await listPeopleOf(scope, { wholeBoard: false, groupIds: [group.id], memberIds: [] });
    const others = (await listGroupNames(scope)).filter((other) => other.id !== group.id);
    return { meetings: all, members: members.length, other_groups: others };
  }),

  implement(deleteGroup, async ({ scope, context, params, body }) => {
    const lock = await lockBoard(scope, 'audiences');
    const group = await loadGroup(scope, params.id, { lock: true });
    await remove(scope, context.secrets, { lock, group, choice: body });
    return {};
  }),

  implement(setPersonGroups, async ({ scope, context, params, body }) => {
    await setGroups(scope, context.secrets, { memberId: params.id, wanted: body.group_ids });
    return {};
  }),
];

async function wholeGroup(scope: BoardScope, id: string) {
  const [group] = await presentGroups(scope, [await loadGroup(scope, id)]);
  if (!group) throw new Error('A group was loaded and not shown.');
  return group;
}
