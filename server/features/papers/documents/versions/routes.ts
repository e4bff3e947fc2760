import {
  addVersion as addVersionEndpoint,
  attachDocument as attachEndpoint,
  deleteDocument as deleteEndpoint,
  downloadDocument,
  listDeletedDocuments,
  listVersions as listVersionsEndpoint,
  moveDocument as moveEndpoint,
  openDocument,
  restoreDocument as restoreEndpoint,
  updateDocument as updateEndpoint,
} from '#contract/documents.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { updateDocument } from '#server/features/papers/documents/commands.ts';
import { deleteDocument, restoreDocument } from '#server/features/papers/documents/deletion/commands.ts';
import { listDeleted } from '#server/features/papers/documents/deletion/queries.ts';
import { serveFile } from '#server/features/papers/documents/openings/commands.ts';
import { moveDocument } from '#server/features/papers/documents/placements/commands.ts';
import { presentDocument } from '#server/features/papers/documents/present.ts';
import { loadDocument, loadDocumentForEdit } from '#server/features/papers/documents/queries.ts';
import { implement, implementInSteps, type Route } from '#server/http/implement.ts';
import { attachDocument } from './commands.ts';
import { addVersion, listVersions } from './queries.ts';

export const documentRoutes: readonly Route[] = [
  implementInSteps(attachEndpoint, async ({ inScope, context, body }) => {
    const { upload_id: uploadId, title, home: place, before_id: beforeId } = body;
    const id = await attachDocument(inScope, context, { uploadId, title, place, beforeId });
    return inScope(async (scope) => ({
      document: presentDocument(await loadDocument(scope, id), { lastVisit: null }),
    }));
  }),

  implement(updateEndpoint, async ({ scope, params, body }) => {
    await updateDocument(scope, await loadDocumentForEdit(scope, params.id), body);
    return {};
  }),

  implement(listVersionsEndpoint, async ({ scope, params }) => {
    const document = await loadDocument(scope, params.id);
    return { versions: [...(await listVersions(scope, document))] };
  }),

  implementInSteps(addVersionEndpoint, async ({ inScope, context, params, body }) => {
    await addVersion(inScope, context, { documentId: params.id, uploadId: body.upload_id });
    return inScope(async (scope) => ({
      document: presentDocument(await loadDocument(scope, params.id), { lastVisit: null }),
    }));
  }),

  implement(deleteEndpoint, async ({ scope, params }) => {
    await deleteDocument(scope, params.id);
    return {};
  }),

  implement(restoreEndpoint, async ({ scope, params }) => {
    await restoreDocument(scope, params.id);
    return {};
  }),

  implement(listDeletedDocuments, async ({ scope, params }) => {
    const rows = await listDeleted(scope, { kind: params.home, id: params.id });
    const names = canSeePeople(scope);
    return {
      documents: rows.map((row) => ({
        ...row,
        deleted_at: row.deleted_at.toISOString(),
        deleted_by: names ? row.deleted_by : null,
      })),
    };
  }),

  implement(moveEndpoint, async ({ scope, context, params, body }) => {
    const document = await loadDocumentForEdit(scope, params.id);
    await moveDocument(scope, context.config, document, { place: body.home, beforeId: body.before_id });
    return {};
  }),

  implement(openDocument, async ({ scope, context, request: visit, params }) => {
    const document = await loadDocument(scope, params.id);
    return serveFile(scope, context, { document, as: 'inline', range: visit.header('range') });
  }),

  implement(downloadDocument, async ({ scope, context, request: visit, params }) => {
    const document = await loadDocument(scope, params.id);
    return serveFile(scope, context, { document, as: 'download', range: visit.header('range') });
  }),
];
