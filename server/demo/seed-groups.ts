import { createGroup } from '#server/features/members/groups/commands.ts';
import type { HarbourCast } from './harbour-meetings.ts';
import { asMember, type SeededMember, type Seeding } from './seeding.ts';

export function harbourGroups({ everyone }: HarbourCast): readonly DemoGroup[] {
  const { elena, ruth, martin, priya, aisha, sunita, thomas, james } = everyone;
  return [
    {
      name: 'Finance & Audit Committee',
      description: 'Budget, accounts, borrowing and risk.',
      members: [sunita, martin, james],
      admins: [priya, elena],
    },
    {
      name: 'Governance Committee',
      description: 'Bylaws, recruitment, training, board review.',
      members: [elena, thomas, ruth],
      admins: [aisha],
    },
    {
      name: 'Nominations Committee',
      description: 'Vacancies, interviews and induction of trustees.',
      members: [martin, sunita],
      admins: [ruth],
    },
    {
      name: 'Tenant Services Committee',
      description: 'Repairs, lettings, complaints, the residents’ panel.',
      members: [thomas, james, aisha, priya, ruth],
      admins: [sunita],
    },
    {
      name: 'Wharf Road working group',
      description: 'Until the contract is signed.',
      members: [ruth, james],
      admins: [thomas],
    },
  ];
}

export interface DemoGroup {
  readonly name: string;
  readonly description: string;
  readonly members: readonly SeededMember[];
  readonly admins: readonly SeededMember[];
}

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
