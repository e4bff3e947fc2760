import { getDocument } from '#contract/documents.ts';
import {
  downloadAnnotated,
  findInDocument,
  getAnnotationsKey,
  getReading,
  getVersionAnnotations,
  savePage,
} from '#contract/reading.ts';
import { carryAnnotationsOver } from '#server/features/papers/annotations/commands.ts';
import { makeAnnotatedCopy } from '#server/features/papers/annotations/copies/commands.ts';
import { readAnnotations, refuseOtherVersion } from '#server/features/papers/annotations/queries.ts';
import { canAnnotate } from '#server/features/papers/documents/policy.ts';
import { presentDocument, presentHome } from '#server/features/papers/documents/present.ts';
import { requestPreview } from '#server/features/papers/documents/previews/commands.ts';
import { loadDocument } from '#server/features/papers/documents/queries.ts';
import { implement, implementInSteps, type Route } from '#server/http/implement.ts';
import { rememberOpened, rememberPage } from './commands.ts';
import { findInVersion, readReading } from './queries.ts';

export const readingRoutes: readonly Route[] = [
  implement(getDocument, async ({ scope, context, params }) => {
    const document = await loadDocument(scope, params.id);
    await rememberOpened(scope, document.id);
    const preview = await requestPreview(scope, context, document);
    const mayAnnotate = canAnnotate(scope, document, context.config.viewerEngine);
    if (mayAnnotate) await carryAnnotationsOver(scope, document);
    const annotations =
      document.version_id === null ? { xfdf: null, revision: 0 } : await readAnnotations(scope, document.version_id);
    const presented = presentDocument({ ...document, preview_state: preview }, { lastVisit: null });
    const can = { annotate: mayAnnotate };
    return {
      document: presented,
      home: presentHome(document.home),
      annotations,
      can,
      has_reading_copy: document.has_reading_copy,
    };
  }),

  implement(getReading, async ({ scope, params }) => {
    const reading = await readReading(scope, await loadDocument(scope, params.id));
    return { ...reading, earlier: [...reading.earlier] };
  }),

  implement(savePage, async ({ scope, params, body }) => {
    const document = await loadDocument(scope, params.id);
    await rememberPage(scope, document.id, body.page);
    return {};
  }),

  implement(findInDocument, async ({ scope, params, query }) => {
    const document = await loadDocument(scope, params.id);
    if (document.version_id === null) return { pages: [], is_read: false, is_cut: false };
    return findInVersion(scope, document.version_id, query.words);
  }),

  implement(getVersionAnnotations, async ({ scope, params }) => {
    const document = await loadDocument(scope, params.id);
    await refuseOtherVersion(scope, { documentId: document.id, versionId: params.version_id });
    return { xfdf: (await readAnnotations(scope, params.version_id)).xfdf };
  }),

  implementInSteps(downloadAnnotated, ({ inScope, context, params }) => makeAnnotatedCopy(inScope, context, params.id)),

  implement(getAnnotationsKey, async ({ context, session }) => {
    const keys = context.secrets.derivations('waiting-marks', session.userId);
    const [key = '', previousKey = null] = keys.map((each) => each.toString('base64'));
    return { user_id: session.userId, key, previous_key: previousKey };
  }),
];
