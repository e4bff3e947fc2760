import type { BoardScope } from '../../db/board-scope.ts';
import { audit } from '../audit/commands.ts';

/** One line in the log per opening: a viewer fetches a file in many ranges, and only the one from the start opens it. */
export async function auditOpening(
  scope: BoardScope,
  documentId: string,
  opening: { readonly as: 'inline' | 'download'; readonly range: string | undefined },
): Promise<void> {
  if (opening.range !== undefined && !opening.range.startsWith('bytes=0-')) return;
  const action = opening.as === 'download' ? 'document.downloaded' : 'document.opened';
  await audit(scope, { action, subjectKind: 'document', subjectId: documentId });
}
