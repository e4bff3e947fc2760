import { getMagicMeeting, openMagicDocument } from '../../../contract/magic.ts';
import type { BoardScope } from '../../db/board-scope.ts';
import { notFound } from '../../errors.ts';
import { implement, type Route } from '../../http/implement.ts';
import { loadDocument } from '../documents/load.ts';
import { auditOpening } from '../documents/opening.ts';
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
    await auditOpening(scope, document.id, { as, range: visit.header('range') });
    return serveFile(scope, context, { document, as });
  }),
];

/** The one meeting of the link. */
function meetingIdOf(scope: BoardScope): string {
  if (scope.via.kind !== 'magic') throw notFound();
  return scope.via.meetingId;
}
