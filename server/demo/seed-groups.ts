import { createGroup } from '#server/features/members/groups/commands.ts';
import { asMember, type SeededMember, type Seeding } from './seeding.ts';

export interface DemoGroup {
  readonly name: string;
  readonly description: string;
  readonly members: readonly SeededMember[];
  readonly admins: readonly SeededMember[];
}

/** The committees of a board, made by one of its admins. */
export async function seedGroups(
  seeding: Seeding,
  given: { readonly adminId: string; readonly at: Date; readonly groups: readonly DemoGroup[] },
): Promise<void> {
  await asMember(seeding, { userId: given.adminId, at: given.at }, async (scope) => {
    for (const { name, description, members, admins } of given.groups) {
      const standings = (list: readonly SeededMember[], is_group_admin: boolean) =>
        list.map((member) => ({ member_id: member.memberId, is_group_admin }));
      await createGroup(scope, seeding.context.secrets, {
        name,
        description,
        members: [...standings(members, false), ...standings(admins, true)],
      });
    }
  });
}
