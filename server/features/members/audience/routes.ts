import { listAudienceChoices } from '#contract/audience.ts';
import { mayBeEditor } from '#server/db/board-scope.ts';
import { authorize } from '#server/errors.ts';
import { listGroupMemberships, listGroupRows } from '#server/features/members/groups/queries.ts';
import { presentAudienceMember } from '#server/features/members/people/present.ts';
import { listPeopleOf } from '#server/features/members/people/queries.ts';
import { implement, type Route } from '#server/http/implement.ts';

export const audienceRoutes: readonly Route[] = [
  implement(listAudienceChoices, async ({ scope }) => {
    authorize(mayBeEditor(scope));
    const { isBoardAdmin, groups: own } = scope.member;
    const administered = new Set(own.filter((group) => group.isGroupAdmin).map((group) => group.id));
    const rows = await listGroupRows(scope);
    const offered = isBoardAdmin ? rows : rows.filter((group) => administered.has(group.id));
    const groupIds = offered.map((group) => group.id);
    const people = await listPeopleOf(scope, { wholeBoard: isBoardAdmin, groupIds, memberIds: [] });
    const counted = new Set(people.map((person) => person.id));
    const belonging = await listGroupMemberships(scope, groupIds);
    const standings = Map.groupBy(belonging, (each) => each.group_id);
    const named = new Set(belonging.filter((each) => each.added_by_board_admin).map((each) => each.member_id));
    return {
      whole_board: isBoardAdmin,
      groups: offered.map(({ id, name }) => ({
        id,
        name,
        member_ids: (standings.get(id) ?? []).map((each) => each.member_id).filter((member) => counted.has(member)),
      })),
      people: people.map((person) => ({
        ...presentAudienceMember(person),
        may_be_named: isBoardAdmin || named.has(person.id),
      })),
    };
  }),
];
