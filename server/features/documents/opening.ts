import type { BoardScope } from '../../db/board-scope.ts';
import { audit } from '../audit/commands.ts';

/** Ranges that come within this time of an opening belong to it. */
const openingLastsMs = 3_600_000;

/**
 * One line in the log per opening: a viewer fetches a file in many ranges. Only what follows an opening by the same member
 * is left out, so that no spelling of a range takes a paper away unseen.
 */
export async function auditOpening(
  scope: BoardScope,
  documentId: string,
  opening: { readonly as: 'inline' | 'download'; readonly range: string | undefined },
): Promise<void> {
  const action = opening.as === 'download' ? 'document.downloaded' : 'document.opened';
  const isFromStart = opening.range === undefined || opening.range.startsWith('bytes=0-');
  if (!isFromStart && (await isOpeningUnderWay(scope, documentId, action))) return;
  await audit(scope, { action, subjectKind: 'document', subjectId: documentId });
}

async function isOpeningUnderWay(scope: BoardScope, documentId: string, action: string): Promise<boolean> {
  const entry = await scope.tx
    .selectFrom('audit_entries')
    .select('id')
    .where('board_id', '=', scope.board.id)
    .where('at', '>', new Date(scope.now.getTime() - openingLastsMs))
    .where('member_id', '=', scope.member.id)
    .where('subject_id', '=', documentId)
    .where('action', '=', action)
    .limit(1)
    .executeTakeFirst();
  return entry !== undefined;
}
