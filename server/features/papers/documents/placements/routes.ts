import { moveDocument as moveEndpoint, updateDocument as updateEndpoint } from '#contract/documents.ts';
import { updateDocument } from '#server/features/papers/documents/commands.ts';
import { loadDocumentForEdit } from '#server/features/papers/documents/queries.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { moveDocument } from './commands.ts';

export const documentRoutes: readonly Route[] = [
  implement(updateEndpoint, async ({ scope, params, body }) => {
    await updateDocument(scope, await loadDocumentForEdit(scope, params.id), body);
  }),

  implement(moveEndpoint, async ({ scope, context, params, body }) => {
    const document = await loadDocumentForEdit(scope, params.id);
    await moveDocument(scope, context.config, document, { place: body.home, beforeId: body.before_id });
  }),
];
