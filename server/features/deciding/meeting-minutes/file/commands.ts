import type { Context } from '#server/context.ts';
import { withBoardJobScope } from '#server/db/board-scope.ts';
import { publishMinutes, readMinutes } from '#server/features/deciding/meeting-minutes/minutes/commands.ts';
import { documentOf, documentOfVersion } from '#server/features/deciding/meeting-minutes/minutes/present.ts';
import { minutesVersion } from '#server/features/deciding/meeting-minutes/minutes/queries.ts';
import { typeset } from '#server/integrations/pdf/typst/typeset.ts';
import { planOf } from './present.ts';

interface MinutesFile {
  readonly boardId: string;
  readonly meetingId: string;
  readonly version: number;
  readonly isApproved: boolean;
}

export async function makeMinutesFile(
  context: Context,
  { boardId, meetingId, version, isApproved }: MinutesFile,
): Promise<void> {
  const plan = await withBoardJobScope(context, boardId, async (scope) => {
    const open = await readMinutes(scope, meetingId);
    const kept = await minutesVersion.run(scope.tx, { id: meetingId, version }, scope.now);
    if (open === null || kept === null || (isApproved ? open.minutes.has_pdf : kept.base64 !== null)) return null;
    const document = isApproved ? documentOf(scope, open, { isWriter: false }) : documentOfVersion(kept);
    return planOf(document, scope.board);
  });
  if (plan === null) return;
  const bytes = await typeset(context, plan);
  await withBoardJobScope(context, boardId, async (scope) => {
    await scope.tx
      .insertInto('minutes_files')
      .values({ board_id: boardId, meeting_id: meetingId, version, is_approved: isApproved, bytes, made_at: scope.now })
      .onConflict((conflict) => conflict.columns(['board_id', 'meeting_id', 'version', 'is_approved']).doNothing())
      .execute();
    const open = await readMinutes(scope, meetingId);
    if (open !== null) await publishMinutes(scope, open);
  });
}
