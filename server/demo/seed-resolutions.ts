import { sql } from 'kysely';
import { withBoardJobScope } from '#server/db/board-scope.ts';
import { answer, circulate, settleWritten } from '#server/features/deciding/motions/written/commands.ts';
import { draftResolution } from '#server/features/deciding/motions/written/drafts/commands.ts';
import { openWritten } from '#server/features/deciding/motions/written/resolution/commands.ts';
import { type DemoFile, seedDocument } from './seed-documents.ts';
import { type Act, asMember, type Stage, withClockAt } from './seeding.ts';

/** `at` is when the resolution is circulated. */
export interface DemoResolution extends Act {
  readonly title: string;
  readonly text: string;
  readonly paper?: DemoFile;
  readonly inFavour: readonly string[];
  readonly isOver?: boolean;
}

export async function seedResolution(stage: Stage, given: DemoResolution): Promise<void> {
  const { title, text, paper, at } = given;
  const id = await asMember(stage, given, (scope) => draftResolution(scope, { body_id: stage.boardId, title, text }));
  if (paper) await seedDocument(stage, given, { file: paper, place: { kind: 'resolution', id } });
  await asMember(stage, given, async (scope) => circulate(scope, await openWritten(scope, id), { revision: 1 }));
  const body = { choice: 'for', reason: '', isConfirmed: true } as const;
  for (const by of given.inFavour) {
    await asMember(stage, { by, at }, async (scope) =>
      answer(scope, stage.context.secrets, await openWritten(scope, id), body),
    );
  }
  if (!given.isOver) return;
  await withBoardJobScope(withClockAt(stage.context, at), stage.boardId, async (scope) => {
    const ago = sql`make_interval(secs => ${(stage.today.getTime() - at.getTime()) / 1_000}::double precision)`;
    await sql`
      update written_resolutions set circulated_at = circulated_at - ${ago}, ends_at = ends_at - ${ago}
      where board_id = ${stage.boardId} and id = ${id}
    `.execute(scope.tx);
    await settleWritten(scope, id);
  });
}
