import { listAnnotatedDocuments, saveAnnotations } from '#contract/documents.ts';
import { listAnnotationsBeside } from '#contract/reading.ts';
import { authorize } from '#server/errors.ts';
import { canAnnotate } from '#server/features/papers/documents/policy.ts';
import { presentHome } from '#server/features/papers/documents/present.ts';
import {
  defineDocument,
  loadDocument,
  seenDocument,
  visibleDocuments,
} from '#server/features/papers/documents/queries.ts';
import { implement, implementRead, type Route } from '#server/http/implement.ts';
import { storeAnnotations } from './commands.ts';
import { defineAnnotatedDocuments, defineAnnotationsBeside } from './queries.ts';

export const annotationRoutes: readonly Route[] = [
  implementRead(listAnnotatedDocuments, {
    reads: (ports) => ({ annotated: defineAnnotatedDocuments(ports) }),
    answer: ({ reader, found }) => ({
      documents: visibleDocuments(reader, found.annotated).map(
        ({ id, title, extension, mime_type, is_link, annotated_at, home, home_name }) => ({
          id,
          title,
          extension,
          mime_type,
          is_link,
          annotated_at: annotated_at.toISOString(),
          home: presentHome(home),
          home_name: home_name ?? '',
        }),
      ),
    }),
  }),

  implementRead(listAnnotationsBeside, {
    reads: (ports) => ({ document: defineDocument(ports), beside: defineAnnotationsBeside(ports) }),
    answer({ reader, found }) {
      seenDocument(reader, found.document);
      return { documents: visibleDocuments(reader, found.beside).map(({ id, title, xfdf }) => ({ id, title, xfdf })) };
    },
  }),

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
