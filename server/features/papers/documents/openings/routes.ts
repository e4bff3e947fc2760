import { downloadDocument, openDocument } from '#contract/documents.ts';
import { loadDocument } from '#server/features/papers/documents/queries.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { openFile } from './commands.ts';
import { presentFile } from './present.ts';

export const openingRoutes: readonly Route[] = [
  implement(openDocument, async ({ scope, context, request, params }) => {
    const document = await loadDocument(scope, params.id);
    return presentFile(context, await openFile(scope, { document, as: 'inline', range: request.header('range') }));
  }),

  implement(downloadDocument, async ({ scope, context, request, params }) => {
    const document = await loadDocument(scope, params.id);
    return presentFile(context, await openFile(scope, { document, as: 'download', range: request.header('range') }));
  }),
];
