import { sql } from 'kysely';
import { withBoardJobScope } from '#server/db/board-scope.ts';
import { openWritten } from '#server/features/deciding/motions/written/base/commands.ts';
import { answer, circulate, settleWritten } from '#server/features/deciding/motions/written/commands.ts';
import { draftResolution } from '#server/features/deciding/motions/written/drafts/commands.ts';
import type { HarbourCast } from './harbour-meetings.ts';
import { type DemoFile, seedDocument } from './seed-documents.ts';
import { asMember, atTime, daysBefore, type SeededMember, type Seeding } from './seeding.ts';

interface SeededResolution {
  readonly title: string;
  readonly text: string;
  readonly at: Date;
  readonly paper?: DemoFile;
  readonly inFavour: readonly SeededMember[];
}

const lineOfCredit = `The line of credit with Fundy Savings Bank ends on December 15, two days before the next meeting. The members of the board resolve in writing:

1. that the operating line of credit of $750,000 be renewed for twelve months, at the bank’s prime rate plus 0.75 per cent;

2. that Ruth Okafor and Priya Raman, together, sign the renewal agreement.`;

interface DecidedResolution {
  readonly title: string;
  readonly text: string;
  /** When it was circulated; its deadline has passed since then. */
  readonly daysAgo: number;
  /** Members who do not answer. If all answered, it would be decided at once. */
  readonly silent: readonly [SeededMember, ...SeededMember[]];
}

/** Oldest first, since numbers are assigned in order. */
const decided = ({ james, sunita, martin }: HarbourCast['everyone']): readonly DecidedResolution[] => [
  {
    title: 'Bank signing officers',
    text: 'That Ruth Okafor, Priya Raman and Elena Kowalczyk, any two, sign for the trust from January 1.',
    daysAgo: 372,
    silent: [james],
  },
  {
    title: 'Maple Court boilers',
    text: 'That the contract for the replacement of the boilers be awarded to Northmere Heating for $318,400.',
    daysAgo: 261,
    silent: [sunita],
  },
  {
    title: 'Insurance of the buildings',
    text: 'That the insurance of all buildings be renewed with Atlantic Mutual for one year, at a premium of $92,750.',
    daysAgo: 148,
    silent: [sunita, martin],
  },
  {
    title: 'Hardship fund: terms',
    text: 'That a household may ask the hardship fund for up to $1,200 a year, on the word of a housing officer.',
    daysAgo: 71,
    silent: [martin],
  },
];

export async function seedPassedResolutions(seeding: Seeding, { everyone }: HarbourCast): Promise<void> {
  for (const { title, text, daysAgo, silent } of decided(everyone)) {
    const at = daysBefore(seeding.today, daysAgo);
    const inFavour = Object.values(everyone).filter((member) => !silent.includes(member));
    const id = await seedResolution(seeding, everyone.elena, { title, text, at, inFavour });
    await withBoardJobScope(atTime(seeding.context, at), seeding.boardId, async (scope) => {
      // The database's clock decides, so the resolution's times are moved into the past.
      const by = sql`make_interval(days => ${daysAgo}::int)`;
      await sql`
        update written_resolutions set circulated_at = circulated_at - ${by}, ends_at = ends_at - ${by}
        where board_id = ${seeding.boardId} and id = ${id}
      `.execute(scope.tx);
      await settleWritten(scope, id);
    });
  }
}

export async function seedCirculating(seeding: Seeding, cast: HarbourCast): Promise<void> {
  const { elena, ruth, priya, thomas, aisha } = cast.everyone;
  await seedResolution(seeding, elena, {
    title: 'Renewal of the operating line of credit',
    text: lineOfCredit,
    at: seeding.today,
    paper: {
      title: 'Renewal agreement, line of credit',
      path: 'harbour-street/renewal-agreement-line-of-credit.pdf',
    },
    inFavour: [ruth, priya, thomas, aisha],
  });
}

async function seedResolution(
  seeding: Seeding,
  secretary: SeededMember,
  { title, text, at, paper, inFavour }: SeededResolution,
): Promise<string> {
  const by = { userId: secretary.userId, at };
  const id = await asMember(seeding, by, (scope) => draftResolution(scope, { body_id: seeding.boardId, title, text }));
  if (paper) await seedDocument(seeding, { ...by, file: paper, place: { kind: 'resolution', id } });
  await asMember(seeding, by, async (scope) => circulate(scope, await openWritten(scope, id), { revision: 1 }));
  for (const { userId } of inFavour) {
    await asMember(seeding, { userId, at }, async (scope) =>
      answer(scope, seeding.context.secrets, await openWritten(scope, id), {
        choice: 'for',
        reason: '',
        isConfirmed: true,
      }),
    );
  }
  return id;
}
