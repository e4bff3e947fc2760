import {
  addVersion as addVersionEndpoint,
  attachDocument as attachEndpoint,
  listVersions as listVersionsEndpoint,
} from '#contract/documents.ts';
import { openVersion } from '#contract/reading.ts';
import { openFile } from '#server/features/papers/documents/openings/commands.ts';
import { presentFile } from '#server/features/papers/documents/openings/present.ts';
import { presentDocument } from '#server/features/papers/documents/present.ts';
import { loadDocument } from '#server/features/papers/documents/queries.ts';
import { implement, implementInSteps, type Route } from '#server/http/implement.ts';
import { addVersion, attachDocument } from './commands.ts';
import { listVersions, refuseInvisibleVersion } from './queries.ts';

export const documentVersionRoutes: readonly Route[] = [
  implementInSteps(attachEndpoint, async ({ inScope, context, body }) => {
    const { upload_id: uploadId, title, home: place, before_id: beforeId } = body;
    const id = await attachDocument(inScope, context, { uploadId, title, place, beforeId });
    return inScope(async (scope) => ({
      document: presentDocument(await loadDocument(scope, id), { lastVisit: null }),
    }));
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

  implement(openVersion, async ({ scope, context, request, params, query }) => {
    const document = await loadDocument(scope, params.id);
    await refuseInvisibleVersion(scope, document, params.version_id);
    const range = request.header('range');
    const as = query.copy ?? 'inline';
    return presentFile(context, await openFile(scope, { document, as, range, versionId: params.version_id }));
  }),
];
