import type { HarbourCast } from './harbour-meetings.ts';
import type { DemoGroup } from './seed-groups.ts';

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
