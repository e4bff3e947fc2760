import { listAudienceChoices } from '#contract/audience.ts';
import { sortPeople } from '#domain/identity.ts';
import { mayBeEditor } from '#server/db/board-scope.ts';
import { authorize } from '#server/errors.ts';
import { canEditGroup } from '#server/features/members/groups/policy.ts';
import { membersOfVisibleGroups, visibleGroups } from '#server/features/members/groups/queries.ts';
import { presentAudienceMember } from '#server/features/members/people/present.ts';
import { peopleOfOwnGroups } from '#server/features/members/people/queries.ts';
import { implementRead, type Route } from '#server/http/implement.ts';

export const audienceRoutes: readonly Route[] = [
  implementRead(listAudienceChoices, {
    reads: { groups: visibleGroups, members: membersOfVisibleGroups, people: peopleOfOwnGroups },
    answer({ reader, found: { groups, members, people } }) {
      authorize(mayBeEditor(reader));
      const { isBoardAdmin } = reader.member;
      const offered = groups.filter(({ id }) => canEditGroup(reader, id));
      const byGroup = Map.groupBy(members, (each) => each.group_id);
      const named = new Set(
        offered
          .flatMap(({ id }) => byGroup.get(id) ?? [])
          .flatMap((each) => (each.added_by_board_admin ? [each.id] : [])),
      );
      return {
        whole_board: isBoardAdmin,
        groups: offered.map(({ id, name }) => ({
          id,
          name,
          member_ids: (byGroup.get(id) ?? []).map((each) => each.id),
        })),
        people: sortPeople(people.filter((person) => isBoardAdmin || person.in_administered_group)).map((person) => ({
          ...presentAudienceMember(person),
          may_be_named: isBoardAdmin || named.has(person.id),
        })),
      };
    },
  }),
];
