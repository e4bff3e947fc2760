import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { type Document, getDocument, listAnnotatedDocuments } from '#contract/documents.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { findInDocument, getReading, savePage } from '#contract/reading.ts';
import { documentView } from '#domain/documents.ts';
import { documentPaths } from '#domain/paths.ts';
import { call, pageBoard } from '#web/api/call.ts';
import { queryFor } from '#web/api/queries.ts';
import { isMissing, queryClient } from '#web/api/query-client.ts';
import { noteOpenedDocument, useStart, useTimeZone } from '#web/api/start.ts';
import { revisionText, saveReaderAnnotations } from '#web/features/papers/annotations/save-annotations.ts';
import { useUnsentAnnotations } from '#web/features/papers/annotations/use-unsent-annotations.ts';
import { EarlierVersion } from '#web/features/papers/documents/earlier-version.tsx';
import { GoneDocument, OpenedDocument, useGoneDialog } from '#web/features/papers/documents/opened-document.tsx';
import { annotationAccess, viewedDocument } from '#web/features/papers/documents/viewed-document.ts';
import { preloadViewer } from '#web/viewer/preload.ts';
import type { AnnotationsToSave, FoundPages, SaveOutcome, ViewedDocument } from '#web/viewer/types.ts';
import { endsOpening, isGone, neighbourOf, shownDocument, useOpenDocument } from './opening.ts';

interface DocumentOverlayProps {
  /** Ids of the documents that the page lists now; left out where it lists none. */
  readonly listed?: ReadonlySet<string> | undefined;
  /** What the reader came to look for, instead of the page that they were on last. */
  readonly searched?: { readonly page: number | null; readonly words: readonly string[] } | undefined;
}

/**
 * Shows the document that the address names over the page. Every view that knows documents mounts it (specification,
 * section 2). What is not there, or no longer, is told as such, and the page stays.
 */
export function DocumentOverlay({ listed, searched }: DocumentOverlayProps) {
  const { documentId, close, open } = useOpenDocument();
  const { dialog, showGone } = useGoneDialog(close);
  return (
    <>
      {documentId !== null && (
        <LoadedDocument
          key={documentId}
          {...{ documentId, listed, searched, open }}
          onClose={close}
          onGone={showGone}
        />
      )}
      {dialog}
    </>
  );
}

/** Between two questions whether a preview is ready. */
const previewPauseMs = 2_000;

interface LoadedDocumentProps extends DocumentOverlayProps {
  readonly documentId: string;
  readonly onClose: () => void;
  readonly onGone: () => void;
  readonly open: (documentId: string) => void;
}

function LoadedDocument({ documentId, listed, searched, onClose, onGone, open }: LoadedDocumentProps) {
  const { settings, user } = useStart();
  const timeZone = useTimeZone();
  const asked = useQuery({
    ...queryFor(getDocument, { params: { id: documentId } }),
    // Every opening asks: it counts as one, and the marks are those of now.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data?.document.preview === 'waiting' ? previewPauseMs : false),
    throwOnError: false,
  });
  const reading = useQuery({
    ...queryFor(getReading, { params: { id: documentId } }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  });
  const [shownAnswer, setShownAnswer] = useState(asked.data);
  const opened = shownDocument(shownAnswer, asked.data);
  if (opened !== shownAnswer) setShownAnswer(opened);
  const newest = [asked.data?.document, reading.data].map((each) => each?.version_id);
  const isReplaced = newest.some((id) => id !== undefined && id !== opened?.document.version_id);
  const waiting = useUnsentAnnotations(opened);
  const view = opened && documentView(opened.document, settings.viewer_engine);
  const hasPages = view === 'pdf' || view === 'preview';
  // Code, document and waiting marks are asked for together, not one after the other.
  useEffect(() => preloadViewer(hasPages), [hasPages]);
  const [openVersion, setOpenVersion] = useState<string | null>(null);
  useRecentlyOpened(opened);
  const { refetch } = reading;
  const lookAgain = useCallback(() => void refetch({ cancelRefetch: false }), [refetch]);
  const openNewest = async () => {
    // Anew: the marks that were just sent may come along.
    const [{ data }] = await Promise.all([asked.refetch(), refetch()]);
    setShownAnswer(data);
  };

  const isStuck = opened === undefined && endsOpening(asked.error);
  // An effect, because the address is the page's. Left in it, the same link would lead nowhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the way to close is made anew with each drawing
  useEffect(() => {
    if (isStuck) onClose();
  }, [isStuck]);

  if (isGone({ documentId, listed: listed ?? null, isMissing: isMissing(asked.error) }))
    return <GoneDocument onGone={onGone} />;
  if (opened === undefined || waiting === undefined || user === null) return null;
  const { document, annotations, can } = opened;
  const addresses = { open: addressOf(document), download: documentPaths.download(document.id) };
  const shown = viewedDocument(document, { addresses, engine: settings.viewer_engine, timeZone });
  const reader = { id: user.id, name: user.name };
  const access = annotationAccess(document, can.annotate);
  const marked = reading.data?.earlier ?? [];
  // From each version with marks one comes to the one before it.
  const before = (versionId: string | null) => {
    const next = marked[marked.findIndex((each) => each.version_id === versionId) + 1];
    return next && { count: next.annotations, onOpen: () => setOpenVersion(next.version_id) };
  };
  if (openVersion !== null) {
    return (
      <EarlierVersion
        key={openVersion}
        document={document}
        versionId={openVersion}
        earlier={before(openVersion)}
        onClose={() => setOpenVersion(null)}
      />
    );
  }
  const neighbour = (step: 1 | -1) => {
    const id = neighbourOf(listed, document.id, step);
    return id === undefined ? undefined : { onOpen: () => open(id) };
  };
  const isPaged = shown.kind === 'pdf';
  const isMarkable = isPaged && access !== 'none';
  const markedUrl = documentPaths.downloadMarked(document.id);
  return (
    <OpenedDocument
      // Another version is another viewer: its pages and its marks are of another file.
      key={document.version_id}
      document={isReplaced ? withoutNewest(shown) : { ...shown, ...(isMarkable && { markedUrl }) }}
      reader={reader}
      annotationAccess={access}
      annotations={{ xfdf: annotations.xfdf ?? '', revision: revisionText(annotations.revision) }}
      onSaveAnnotations={saverFor(document)}
      unsent={waiting ?? undefined}
      onFind={isPaged && !isReplaced ? (words) => searchWords(document.id, words) : undefined}
      searched={searched?.words}
      firstPage={searched?.page ?? (reading.data ? (reading.data.last_page ?? 1) : reading.isError ? 1 : undefined)}
      onPage={(page) => void rememberPage(document.id, page)}
      previous={neighbour(-1)}
      next={neighbour(1)}
      newer={isReplaced ? { onOpen: () => void openNewest() } : undefined}
      onUnreadable={lookAgain}
      earlier={before(null)}
      onClose={onClose}
    />
  );
}

function useRecentlyOpened(opened: AnswerOf<typeof getDocument> | undefined): void {
  // An effect, because the list stands in the frame, and the opening is known only once the document is there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per opened document, not per refreshed answer
  useEffect(() => {
    if (opened === undefined) return;
    const { id, title, extension, is_link, mime_type } = opened.document;
    noteOpenedDocument({ id, title, extension, is_link, mime_type, home: opened.home });
  }, [opened?.document.id]);
}

/** By its version: what takes its place meanwhile must not come between its pages. */
function addressOf({ id, version_id: versionId }: Document): string {
  return versionId === null ? documentPaths.open(id) : documentPaths.openVersion(id, versionId);
}

/** Downloads are of the newest version. Only what is nothing but a download has no other use. */
function withoutNewest(shown: ViewedDocument): ViewedDocument {
  return shown.kind === 'download' ? shown : { ...shown, downloadUrl: undefined };
}

/** Marks belong to the version that was opened, whatever the document's newest one is when they go out. */
function saverFor({ id: documentId, version_id: versionId }: Document) {
  const boardId = pageBoard();
  return async (marks: AnnotationsToSave): Promise<SaveOutcome> => {
    if (versionId === null || boardId === null) return { kind: 'failed' };
    const outcome = await saveReaderAnnotations({ boardId, documentId, versionId }, marks);
    if (outcome.kind === 'saved') void queryClient.invalidateQueries(queryFor(listAnnotatedDocuments));
    return outcome;
  };
}

export async function searchWords(documentId: string, words: string): Promise<FoundPages> {
  const found = await call(findInDocument, { params: { id: documentId }, query: { words } });
  return { pages: found.pages, isRead: found.is_read, isCut: found.is_cut };
}

/** A page that could not be remembered is no loss to tell of. */
export async function rememberPage(documentId: string, page: number): Promise<void> {
  try {
    await call(savePage, { params: { id: documentId }, body: { page } });
  } catch (cause) {
    console.warn('The page could not be remembered', cause);
  }
}
