import { getDocument } from '#contract/documents.ts';
import * as endpoints from '#contract/reading.ts';
import { documentPaths } from '#domain/paths.ts';
import { notFound } from '#server/errors.ts';
import {
  copySlots,
  copySourceOf,
  makeAnnotatedCopy,
} from '#server/features/papers/annotations/copies/annotated-copy.ts';
import {
  annotatedFile,
  annotationsOfVersion,
  currentAnnotations,
  earlierAnnotations,
  presentAnnotations,
  readableXfdf,
} from '#server/features/papers/annotations/queries.ts';
import { canAnnotate, canEditHome } from '#server/features/papers/documents/policy.ts';
import { presentDocument, presentHome } from '#server/features/papers/documents/present.ts';
import { requestPreview } from '#server/features/papers/documents/previews/commands.ts';
import { needsPreview } from '#server/features/papers/documents/previews/policy.ts';
import { previewJob } from '#server/features/papers/documents/previews/queries.ts';
import { defineDocument, loadDocument, seenDocument } from '#server/features/papers/documents/queries.ts';
import { presentEarlier } from '#server/features/papers/revisions/present.ts';
import { placedAnnotations, versionReadBefore } from '#server/features/papers/revisions/queries.ts';
import { implement, implementRead, type Route } from '#server/http/implement.ts';
import { openedDocument, rememberPage } from './commands.ts';
import { isListedAsOpened } from './policy.ts';
import { defineSearched, findInVersion, firstTexts, lastOpenedDocument, readingPosition } from './queries.ts';

export const readingRoutes: readonly Route[] = [
  implementRead(getDocument, {
    reads: (ports) => ({
      document: defineDocument(ports),
      annotations: currentAnnotations,
      lastOpened: lastOpenedDocument,
    }),
    more: {
      reads: { job: previewJob },
      isNeeded: (_reader, { document }) => document?.preview_state === 'waiting',
    },
    async answer({ context, reader, found, more, inScope, record }) {
      const document = seenDocument(reader, found.document);
      const { viewerEngine } = context.config;
      // Record now, so that the list of recent documents is up to date when the reader goes back.
      if (!isListedAsOpened(found.lastOpened, document)) await record(openedDocument, { id: document.id });
      const preview_state = needsPreview(context, document, { isJobLost: more?.job?.is_lost === true })
        ? await inScope((scope) => requestPreview(scope, context, document))
        : document.preview_state;
      return {
        document: presentDocument({ ...document, preview_state }, { lastVisit: null }),
        home: presentHome(document.home),
        annotations: presentAnnotations(found.annotations),
        can: { annotate: canAnnotate(reader, document, viewerEngine) },
        has_reading_copy: document.has_reading_copy,
      };
    },
  }),

  implementRead(endpoints.getReading, {
    reads: (ports) => ({
      document: defineDocument(ports),
      position: readingPosition,
      earlier: earlierAnnotations,
      placed: placedAnnotations,
      readBefore: versionReadBefore,
    }),
    answer({ reader, found }) {
      const { version_id, home } = seenDocument(reader, found.document);
      const { placed, readBefore } = found;
      return {
        version_id,
        last_page: found.position?.page ?? null,
        ...presentEarlier({ earlier: found.earlier, placed, readBefore, canEdit: canEditHome(reader, home) }),
      };
    },
  }),

  implement(endpoints.savePage, async ({ scope, params, body }) => {
    const document = await loadDocument(scope, params.id);
    await rememberPage(scope, document.id, body.page);
  }),

  implementRead(endpoints.findInDocument, {
    reads: (ports) => ({ document: defineSearched(ports), texts: firstTexts }),
    answer({ reader, query, found, inScope }) {
      const { version_id: id, is_read: isRead } = seenDocument(reader, found.document);
      if (id === null) return { pages: [], is_read: false, is_cut: false };
      return findInVersion(inScope, { id, isRead, firstTexts: found.texts }, query.words);
    },
  }),

  implementRead(endpoints.getVersionAnnotations, {
    reads: (ports) => ({ document: defineDocument(ports), annotations: annotationsOfVersion }),
    paramsOf: ({ params }) => ({ id: params.id, version_id: params.version_id }),
    answer({ reader, query, found }) {
      const { home } = seenDocument(reader, found.document);
      if (found.annotations === null) throw notFound();
      const stored = presentAnnotations(found.annotations);
      const isNewer = stored.revision > (query.after ?? 0);
      return { ...stored, xfdf: isNewer ? readableXfdf(found.annotations, canEditHome(reader, home)) : null };
    },
  }),

  implementRead(endpoints.downloadAnnotated, {
    reads: (ports) => ({ document: defineDocument(ports), file: annotatedFile }),
    answer({ context, reader, found, again, record }) {
      if (reader.board.watermark !== 'off') {
        const { id } = seenDocument(reader, found.document);
        return { kind: 'redirect', url: documentPaths.downloadCopy(id, true) } as const;
      }
      const sourceOf = (read: Pick<Awaited<ReturnType<typeof again>>, 'reader' | 'found'>) =>
        copySourceOf(context, seenDocument(read.reader, read.found.document), read.found.file);
      const source = sourceOf({ reader, found });
      return copySlots(context)(reader.member.userId, async ({ hasWaited }) =>
        makeAnnotatedCopy(context, hasWaited ? sourceOf(await again()) : source, record),
      );
    },
  }),

  implement(endpoints.getAnnotationsKey, async ({ context, session }) => {
    const keys = context.secrets.derivations('waiting-marks', session.userId);
    const [key = '', previousKey = null] = keys.map((each) => each.toString('base64'));
    return { user_id: session.userId, key, previous_key: previousKey };
  }),
];
