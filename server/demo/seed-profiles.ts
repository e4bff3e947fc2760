import type { SavedField } from '#contract/profile.ts';
import { listPeopleRows } from '#server/features/members/people/queries.ts';
import { keepValues, saveFields } from '#server/features/members/profile/commands.ts';
import { listAllFields } from '#server/features/members/profile/queries.ts';
import type { HarbourCast } from './harbour-meetings.ts';
import { asMember, type Seeding } from './seeding.ts';

const field = (name: string, kind: SavedField['kind'], more: Partial<SavedField> = {}): SavedField => ({
  id: null,
  name,
  kind,
  required: false,
  visibility: 'everyone',
  options: [],
  ...more,
});

const profileFields = [
  field('Mobile', 'phone', { required: true }),
  field('Work', 'text'),
  field('Web page', 'url'),
  field('Pronouns', 'choice', { options: ['She, her', 'He, him', 'They, them'] }),
  field('Languages', 'text'),
  field('Birthday', 'date', { visibility: 'admins' }),
  field('About', 'long-text'),
];
const appointed = field('Appointed by', 'text', { visibility: 'admins' });

type Person = keyof HarbourCast['everyone'];
type Values = Readonly<Record<string, string>>;

const profiles: Readonly<Record<Person, Values>> = {
  elena: { Mobile: '902 555 0117', Work: 'Company secretary', Languages: 'English, Polish', Pronouns: 'She, her' },
  ruth: {
    Mobile: '902 555 0102',
    Work: 'Retired head teacher',
    Languages: 'English, Igbo',
    Pronouns: 'She, her',
    About: 'Came to the board as a tenant of Quay House. Chairs its meetings to end on time.',
  },
  martin: { Mobile: '902 555 0166', Work: 'Structural engineer, Lindqvist & Daughters', Languages: 'English, Swedish' },
  priya: {
    Mobile: '902 555 0148',
    Work: 'Director of Treasury, Bedford Basin Credit Union',
    Pronouns: 'She, her',
    'Web page': 'https://www.bedford-basin.example/',
    Languages: 'English, Tamil, French',
    Birthday: '1974-04-22',
    About:
      'Chartered accountant. Has lived on Harbour Street since 2009 and served on the tenants’ panel before joining the board.',
  },
  aisha: { Mobile: '902 555 0121', Work: 'Solicitor', Languages: 'English, Arabic, French', Pronouns: 'She, her' },
  sunita: { Mobile: '902 555 0139', Work: 'Community nurse', Languages: 'English, Punjabi' },
  thomas: { Mobile: '902 555 0174', Work: 'Planner', Birthday: '1981-11-02' },
  james: { Mobile: '902 555 0183', Work: 'Joiner', Pronouns: 'He, him' },
};

interface Term {
  readonly office: string;
  /** Years from now; terms last three. */
  readonly endsIn: number;
}
const positions: Readonly<Record<Person, Term>> = {
  elena: { office: 'Secretary', endsIn: 2 },
  ruth: { office: 'Chair', endsIn: 1 },
  martin: { office: 'Vice Chair', endsIn: 2 },
  priya: { office: 'Treasurer', endsIn: 1 },
  aisha: { office: 'Chair, Governance Committee', endsIn: 2 },
  sunita: { office: 'Trustee', endsIn: 1 },
  thomas: { office: 'Trustee', endsIn: 3 },
  james: { office: 'Trustee', endsIn: 3 },
};

export async function seedProfiles(seeding: Seeding, cast: HarbourCast): Promise<void> {
  const admin = { userId: cast.everyone.elena.userId, at: seeding.today };
  const idOf = await asMember(seeding, admin, async (scope) => {
    const held = (await listAllFields(scope)).map(({ filled_by: _, retired_at: __, ...row }) => ({
      ...row,
      options: [...row.options],
    }));
    await saveFields(scope, { member: profileFields, admin: [...held, appointed] });
    return new Map((await listAllFields(scope)).map((row) => [row.name, row.id]));
  });
  const byId = (values: Values): Record<string, string> =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [idOf.get(name) ?? name, value]));
  const year = seeding.today.getUTCFullYear();
  for (const person of Object.keys(profiles) as Person[]) {
    const { memberId } = cast.everyone[person];
    const { office, endsIn } = positions[person];
    const position = {
      'Office held': office,
      'Appointed by': 'Annual General Meeting',
      'Term start': `${year + endsIn - 3}-06-12`,
      'Term end': `${year + endsIn}-06-11`,
    };
    await asMember(seeding, admin, (scope) =>
      keepValues(scope, { memberId, values: byId({ ...profiles[person], ...position }), complete: [] }),
    );
  }
}

export async function seedInvitedTrustees(seeding: Seeding, adminId: string): Promise<void> {
  await asMember(seeding, { userId: adminId, at: seeding.today }, async (scope) => {
    const office = (await listAllFields(scope)).find(({ name }) => name === 'Office held');
    if (!office) throw new Error('The board asks for no office.');
    const people = await listPeopleRows(scope, { withInactive: false });
    for (const { id: memberId } of people.filter(({ status }) => status === 'invited')) {
      await keepValues(scope, { memberId, values: { [office.id]: 'Trustee' }, complete: [] });
    }
  });
}
