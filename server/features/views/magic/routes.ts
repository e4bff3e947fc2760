import * as endpoints from '#contract/magic.ts';
import { notFound } from '#server/errors.ts';
import { canReadByLink } from '#server/features/core/secret-addresses/policy.ts';
import { openFile } from '#server/features/papers/documents/openings/commands.ts';
import { presentFile } from '#server/features/papers/documents/openings/present.ts';
import { loadDocument } from '#server/features/papers/documents/queries.ts';
import { type FileAnswer, type HandlerInput, implement, type Route } from '#server/http/implement.ts';
import { presentMagicAnnouncement, presentMagicMeeting } from './present.ts';
import { loadMagicAnnouncement, loadMagicMeeting } from './queries.ts';

export const magicRoutes: readonly Route[] = [
  implement(endpoints.getMagicMeeting, async ({ scope, context: { config } }) => {
    return presentMagicMeeting(scope, config, await loadMagicMeeting(scope));
  }),

  implement(endpoints.getMagicAnnouncement, async ({ scope }) => {
    return presentMagicAnnouncement(scope, await loadMagicAnnouncement(scope));
  }),

  implement(endpoints.openMagicDocument, async (input) => {
    if (input.scope.via.kind !== 'magic') throw notFound();
    return openByLink(input);
  }),

  implement(endpoints.openMagicAnnouncementDocument, async (input) => {
    if (input.scope.via.kind !== 'magic-announcement') throw notFound();
    return openByLink(input);
  }),
];

/** A link opens only the documents of its meeting, announcement or action item. Throws `not-found` for others. */
async function openByLink(input: HandlerInput<typeof endpoints.openMagicDocument>): Promise<FileAnswer> {
  const { scope, context, request, params, query } = input;
  if (!canReadByLink(scope)) throw notFound();
  const document = await loadDocument(scope, params.id);
  const as = query.download === '1' ? 'download' : 'reading';
  const opening = { document, as, range: request.header('range') } as const;
  return presentFile(context, await openFile(scope, opening, { isRecorded: !request.isHead }));
}
