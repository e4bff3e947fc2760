import { notFound } from '#server/errors.ts';
import { confirm, declare, reword } from '#server/features/deciding/interests/commands.ts';
import { interestPage, wordingsOfInterest } from '#server/features/deciding/interests/queries.ts';
import type { HarbourCast } from './harbour-meetings.ts';
import { asMember, daysBefore, type Seeding } from './seeding.ts';

interface Declared {
  readonly organisation: string;
  readonly nature: string;
  readonly since: string;
  readonly until?: string;
}

const declarations: readonly (readonly [keyof HarbourCast['everyone'], readonly Declared[]])[] = [
  [
    'james',
    [
      { organisation: 'Atlantic Harbour Builders Inc.', nature: 'Director, no shares', since: '2024-04' },
      { organisation: 'Whitfield Family Holdings', nature: 'Shareholder, 12 per cent', since: '2009' },
    ],
  ],
  [
    'aisha',
    [
      { organisation: 'Benali & Roy, Barristers', nature: 'Partner', since: '2018' },
      { organisation: 'Nova Tenants’ Legal Fund', nature: 'Board member, unpaid', since: '2022-09' },
    ],
  ],
  ['sunita', [{ organisation: 'Gill Pharmacy, Harbour Street', nature: 'Owner; tenant of the Trust', since: '2015' }]],
  ['elena', [{ organisation: 'Halifax Archive Society', nature: 'Treasurer, unpaid', since: '2023-05' }]],
  [
    'martin',
    [
      { organisation: 'Lindqvist Surveying', nature: 'Owner', since: '2003' },
      { organisation: 'Quay Street Parking Ltd.', nature: 'Director', since: '2016', until: '2021' },
    ],
  ],
  ['thomas', [{ organisation: 'Northmere Heating Ltd.', nature: 'Brother is employed there', since: '2025-01' }]],
  [
    'priya',
    [
      { organisation: 'Raman Consulting', nature: 'Owner', since: '2012' },
      { organisation: 'Dartmouth Food Bank', nature: 'Board member, unpaid', since: '2021-02' },
      { organisation: 'Fundy Savings Bank', nature: 'Holds 200 shares', since: '2019' },
    ],
  ],
];

export async function seedInterests(seeding: Seeding, cast: HarbourCast): Promise<void> {
  for (const [name, interests] of declarations) {
    const { userId } = cast.everyone[name];
    await asMember(seeding, { userId, at: daysBefore(seeding.today, 330) }, async (scope) => {
      for (const { until, ...wording } of interests) {
        const id = await declare(scope, scope.member.id, wording);
        if (until === undefined) continue;
        const interest = await interestPage.run(scope.tx, { id }, scope.now);
        if (interest === null) throw notFound();
        const wordings = await wordingsOfInterest.run(scope.tx, { id }, scope.now);
        await reword(scope, { interest, wordings, body: { until, revision: 1 } });
      }
      if (name !== 'thomas') await confirm(scope);
    });
  }
  const ruth = { userId: cast.everyone.ruth.userId, at: daysBefore(seeding.today, 300) };
  await asMember(seeding, ruth, confirm);
}
