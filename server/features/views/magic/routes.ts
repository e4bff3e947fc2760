import {
  getMagicAnnouncement,
  getMagicMeeting,
  openMagicAnnouncementDocument,
  openMagicDocument,
} from '#contract/magic.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { canReadByLink } from '#server/features/core/secret-addresses/policy.ts';
import { loadAnnouncement } from '#server/features/homes/announcements/queries.ts';
import { loadMeeting } from '#server/features/homes/meetings/base/queries.ts';
import { openFile } from '#server/features/papers/documents/openings/commands.ts';
import { presentFile } from '#server/features/papers/documents/openings/present.ts';
import { loadDocument } from '#server/features/papers/documents/queries.ts';
import { type FileAnswer, type HandlerInput, implement, type Route } from '#server/http/implement.ts';
import { presentMagicAnnouncement, presentMagicMeeting } from './present.ts';

export const magicRoutes: readonly Route[] = [
  implement(getMagicMeeting, async ({ scope, context }) => {
    const meeting = await loadMeeting(scope, meetingIdOf(scope));
    return presentMagicMeeting(scope, context.config, meeting);
  }),

  implement(getMagicAnnouncement, async ({ scope }) => {
    if (scope.via.kind !== 'magic-announcement') throw notFound();
    return presentMagicAnnouncement(scope, await loadAnnouncement(scope, scope.via.announcementId));
  }),

  implement(openMagicDocument, async (input) => {
    if (input.scope.via.kind !== 'magic') throw notFound();
    return openByLink(input);
  }),

  implement(openMagicAnnouncementDocument, async (input) => {
    if (input.scope.via.kind !== 'magic-announcement') throw notFound();
    return openByLink(input);
  }),
];

/** What else of the board the link's member may see, their policies keep from the link. */
async function openByLink(input: HandlerInput<typeof openMagicDocument>): Promise<FileAnswer> {
  const { scope, context, request: visit, params, query } = input;
  if (!canReadByLink(scope)) throw notFound();
  const document = await loadDocument(scope, params.id);
  const as = query.download === '1' ? 'download' : 'inline';
  return presentFile(context, await openFile(scope, { document, as, range: visit.header('range') }));
}

/** The one meeting of the link. */
function meetingIdOf(scope: BoardScope): string {
  if (scope.via.kind !== 'magic') throw notFound();
  return scope.via.meetingId;
}
