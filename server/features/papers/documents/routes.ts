import * as endpoints from '#contract/documents.ts';
import { openVersion } from '#contract/reading.ts';
import { restorableSince } from '#domain/timings.ts';
import type { Ports } from '#server/db/board-scope.ts';
import { authorize, notFound } from '#server/errors.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { implement, implementInSteps, implementRead, type Route } from '#server/http/implement.ts';
import { updateDocument } from './commands.ts';
import { deleteDocument, restoreDocument } from './deletion/commands.ts';
import { defineRestoringHome, deletedDocuments } from './deletion/queries.ts';
import { openFound } from './openings/commands.ts';
import { presentFile } from './openings/present.ts';
import { openedVersion, openedVersionOf } from './openings/queries.ts';
import { moveDocument } from './placements/commands.ts';
import { canEditHome } from './policy.ts';
import { homeOf } from './ports.ts';
import { presentDocument } from './present.ts';
import { defineDocument, loadDocument, loadDocumentForEdit, seenDocument } from './queries.ts';
import { addVersion, attachDocument } from './versions/commands.ts';
import { presentVersion } from './versions/present.ts';
import { allVersions, readersVersion, readersVersions } from './versions/queries.ts';

export const documentRoutes: readonly Route[] = [
  implement(endpoints.updateDocument, async ({ scope, params, body }) => {
    await updateDocument(scope, await loadDocumentForEdit(scope, params.id), body);
  }),

  implement(endpoints.moveDocument, async ({ scope, context, params, body }) => {
    const document = await loadDocumentForEdit(scope, params.id);
    await moveDocument(scope, context.config, document, { place: body.home, beforeId: body.before_id });
  }),
];

const reads = (ports: Ports) => ({ document: defineDocument(ports), version: openedVersion });

/** Commits the audit entry before sending the first byte. */
const opening = (
  endpoint: typeof endpoints.openDocument | typeof endpoints.downloadDocument,
  as: 'inline' | 'download',
) =>
  implementRead(endpoint, {
    reads,
    paramsOf: ({ params, header, now }) => openedVersionOf({ id: params.id, as, range: header('range'), now }),
    async answer({ context, reader, found, header, record }) {
      const document = seenDocument(reader, found.document);
      const file = await openFound(record, { document, version: found.version, as, range: header('range') });
      return presentFile(context, file);
    },
  });

export const openingRoutes: readonly Route[] = [
  opening(endpoints.openDocument, 'inline'),
  opening(endpoints.downloadDocument, 'download'),
];

export const documentDeletionRoutes: readonly Route[] = [
  implement(endpoints.deleteDocument, async ({ scope, params }) => {
    await deleteDocument(scope, params.id);
  }),

  implement(endpoints.restoreDocument, async ({ scope, params }) => {
    await restoreDocument(scope, params.id);
  }),

  implementRead(endpoints.listDeletedDocuments, {
    reads: (ports) => ({ place: defineRestoringHome(ports), documents: deletedDocuments }),
    paramsOf: ({ params, now }) => ({ key: params.home, id: params.id, restorable_since: restorableSince(now) }),
    answer({ reader, found }) {
      const home = found.place?.home ?? null;
      if (home === null || !homeOf(reader, home).isVisible(reader, home)) throw notFound();
      authorize(canEditHome(reader, home));
      const seesPeople = canSeePeople(reader);
      return {
        documents: found.documents.map((row) => ({
          ...row,
          deleted_at: row.deleted_at.toISOString(),
          deleted_by: seesPeople ? row.deleted_by : null,
        })),
      };
    },
  }),

  implementInSteps(endpoints.attachDocument, async ({ inScope, context, body }) => {
    const { upload_id: uploadId, title, home: place, before_id: beforeId, refuse_same_file: refusesSameFile } = body;
    const given = { uploadId, title, place, beforeId, refusesSameFile };
    const { id, needsPassword, isDynamicForm } = await attachDocument(inScope, context, given);
    return inScope(async (scope) => ({
      document: presentDocument(await loadDocument(scope, id), { lastVisit: null }),
      needs_password: needsPassword,
      is_dynamic_form: isDynamicForm,
    }));
  }),

  implementRead(endpoints.listVersions, {
    reads: (ports) => ({ document: defineDocument(ports), all: allVersions, readers: readersVersions }),
    answer({ reader, found }) {
      const document = seenDocument(reader, found.document);
      const versions = canEditHome(reader, document.home) ? found.all : found.readers;
      return { versions: versions.map((version) => presentVersion(reader, version)) };
    },
  }),

  implementInSteps(endpoints.addVersion, async ({ inScope, context, params, body }) => {
    const given = { documentId: params.id, uploadId: body.upload_id, withdrawsEarlier: body.withdraws_earlier };
    const { needsPassword, isDynamicForm } = await addVersion(inScope, context, given);
    return inScope(async (scope) => ({
      document: presentDocument(await loadDocument(scope, params.id), { lastVisit: null }),
      needs_password: needsPassword,
      is_dynamic_form: isDynamicForm,
    }));
  }),

  implementRead(openVersion, {
    reads: (ports) => ({ document: defineDocument(ports), version: openedVersion }),
    paramsOf: ({ params, query, header, now }) =>
      openedVersionOf({
        ...params,
        versionId: params.version_id,
        as: query.copy ?? 'inline',
        range: header('range'),
        now,
      }),
    // Only an earlier version needs this check.
    more: {
      reads: { readers: readersVersion },
      isNeeded: (_reader, { document }, { version_id }) => document !== null && document.version_id !== version_id,
    },
    async answer({ context, reader, params, query, header, found, more, record }) {
      const document = seenDocument(reader, found.document);
      const isCurrent = params.version_id === document.version_id;
      if (!isCurrent && !canEditHome(reader, document.home) && !more?.readers) throw notFound();
      const as = query.copy ?? 'inline';
      const file = await openFound(record, { document, version: found.version, as, range: header('range') });
      return presentFile(context, file);
    },
  }),
];
