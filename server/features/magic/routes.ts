import { getMagicMeeting, openMagicDocument } from '../../../contract/magic.ts';
import type { BoardScope } from '../../db/board-scope.ts';
import { notFound } from '../../errors.ts';
import { implement, type Route } from '../../http/implement.ts';
import { audit } from '../audit/commands.ts';
import { loadDocument } from '../documents/load.ts';
import { serveFile } from '../documents/serve-file.ts';
import { loadMeeting } from '../meetings/queries.ts';
import { presentMagicMeeting } from './present.ts';

export const magicRoutes: readonly Route[] = [
  implement(getMagicMeeting, async ({ scope, context }) => {
    const meeting = await loadMeeting(scope, meetingIdOf(scope));
    return presentMagicMeeting(scope, context.config, meeting);
  }),

  implement(openMagicDocument, async ({ scope, context, visit, params, query }) => {
    const document = await loadDocument(scope, params.id);
    const as = query.download === '1' ? 'download' : 'inline';
    const answer = await serveFile(scope, context, { document, as });
    // A viewer fetches a file in many ranges; it was opened once.
    if ((visit.header('range') ?? 'bytes=0-').startsWith('bytes=0-')) {
      await audit(scope, {
        action: as === 'download' ? 'document.downloaded' : 'document.opened',
        subjectKind: 'document',
        subjectId: document.id,
      });
    }
    return answer;
  }),
];

/** The one meeting of the link. */
function meetingIdOf(scope: BoardScope): string {
  if (scope.via.kind !== 'magic') throw notFound();
  return scope.via.meetingId;
}
