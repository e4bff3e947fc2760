import { listAnnotatedDocuments, saveAnnotations } from '#contract/documents.ts';
import { authorize } from '#server/errors.ts';
import { canAnnotate } from '#server/features/papers/documents/policy.ts';
import { loadDocument } from '#server/features/papers/documents/queries.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { storeAnnotations } from './commands.ts';
import * as queries from './queries.ts';

export const annotationRoutes: readonly Route[] = [
  implement(listAnnotatedDocuments, async ({ scope }) => ({
    documents: [...(await queries.listAnnotatedDocuments(scope))],
  })),

  implement(saveAnnotations, async ({ scope, context, params, body }) => {
    const document = await loadDocument(scope, params.id);
    authorize(canAnnotate(scope, document, context.config.viewerEngine));
    return storeAnnotations(scope, document, {
      versionId: body.version_id,
      xfdf: body.annotations,
      baseRevision: body.base_revision,
    });
  }),
];
