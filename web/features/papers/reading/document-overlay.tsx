import { type QueryFunctionContext, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type Document, getDocument, listAnnotatedDocuments } from '#contract/documents.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { findInDocument, getReading, getVersionAnnotations, savePage } from '#contract/reading.ts';
import { documentView, type ViewerEngine } from '#domain/documents.ts';
import { documentPaths } from '#domain/paths.ts';
import { call, callWith, pageBoard } from '#web/api/call.ts';
import { onAnnotationsChanged } from '#web/api/changed-annotations.ts';
import { reportFailure } from '#web/api/general-error.ts';
import { queryFor } from '#web/api/queries.ts';
import { isMissing, queryClient } from '#web/api/query-client.ts';
import { noteOpenedDocument, useStart, useTimeZone } from '#web/api/start.ts';
import { savedAnnotations, saveReaderAnnotations } from '#web/features/papers/annotations/save-annotations.ts';
import { useUnsentAnnotations } from '#web/features/papers/annotations/use-unsent-annotations.ts';
import { EarlierVersion } from '#web/features/papers/documents/earlier-version.tsx';
import { GoneDocument, OpenedDocument, useGoneDialog } from '#web/features/papers/documents/opened-document.tsx';
import { annotationAccess, viewedDocument } from '#web/features/papers/documents/viewed-document.ts';
import { useKeepEntry } from '#web/features/papers/kept-papers/keep-entry.tsx';
import { documentPath } from '#web/paths.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { preloadViewer } from '#web/viewer/preload.ts';
import type {
  AnnotationsToSave,
  DocumentViewerProps,
  FoundPages,
  LaterAnnotations,
  SaveOutcome,
  ViewedDocument,
} from '#web/viewer/types.ts';
import { endsOpening, isGone, neighbourOf, shownDocument, useOpenDocument } from './opening.ts';
import { useRevision } from './use-revision.tsx';

const OtherPapers = lazyPart(() => import('#web/features/papers/annotations/other-papers.tsx'), 'OtherPapers');

interface DocumentOverlayProps {
  readonly listed?: ReadonlySet<string> | undefined;
  readonly searched?: { readonly page: number | null; readonly words: readonly string[] } | undefined;
}

export function DocumentOverlay({ listed, searched }: DocumentOverlayProps) {
  const { documentId, close, open } = useOpenDocument();
  const { dialog, showGone } = useGoneDialog(close);
  const [mark, setMark] = useState<MarkToOpen | null>(null);
  return (
    <>
      {documentId !== null && (
        <LoadedDocument
          key={documentId}
          documentId={documentId}
          listed={listed}
          searched={searched}
          open={open}
          mark={mark?.documentId === documentId ? mark : undefined}
          onOpenMark={(next) => {
            setMark(next);
            open(next.documentId);
          }}
          onClose={close}
          onGone={showGone}
        />
      )}
      {dialog}
    </>
  );
}

interface MarkToOpen {
  readonly documentId: string;
  readonly id: string;
  readonly page: number;
}

interface LoadedDocumentProps extends DocumentOverlayProps {
  readonly documentId: string;
  readonly mark: MarkToOpen | undefined;
  readonly onOpenMark: (mark: MarkToOpen) => void;
  readonly onClose: () => void;
  readonly onGone: () => void;
  readonly open: (documentId: string) => void;
}

function LoadedDocument(props: LoadedDocumentProps) {
  const { documentId, listed, searched, mark, onOpenMark, onClose, onGone, open } = props;
  const { user } = useStart();
  const { opened, reading, error, isReplaced, openNewest } = useOpenedDocument(documentId);
  const unsent = useUnsentAnnotations(opened);

  if (isGone({ documentId, listed: listed ?? null, isMissing: isMissing(error) })) {
    return <GoneDocument onGone={onGone} />;
  }
  // Removes a missing document from the address, because clicking the same link again would otherwise do nothing.
  if (opened === undefined && endsOpening(error)) return <GoneDocument onGone={onClose} />;
  if (opened === undefined || unsent === undefined || user === null) return null;
  const neighbour = (step: 1 | -1) => {
    const id = neighbourOf(listed, documentId, step);
    return id === undefined ? undefined : { onOpen: () => open(id) };
  };
  return (
    <ReadDocument
      opened={opened}
      reading={reading}
      reader={{ id: user.id, name: user.name }}
      unsent={unsent ?? undefined}
      searched={searched}
      mark={mark}
      onOpenMark={onOpenMark}
      newer={isReplaced ? { onOpen: () => void openNewest() } : undefined}
      previous={neighbour(-1)}
      next={neighbour(1)}
      onClose={onClose}
    />
  );
}

/** Milliseconds between checks of whether a preview is ready. */
const previewPauseMs = 2_000;

/** The server counts each fetch as an opening of the document. */
function openingQuery(documentId: string, engine: ViewerEngine) {
  const input = { params: { id: documentId } };
  const asked = queryFor(getDocument, input);
  return {
    ...asked,
    queryFn: async ({ signal }: QueryFunctionContext) => {
      preloadViewer(false);
      const isFirst = queryClient.getQueryData(asked.queryKey) === undefined;
      const answer = await callWith(getDocument, input, signal);
      const view = documentView(answer.document, engine);
      if (view === 'pdf' || view === 'preview') preloadViewer(true);
      const { id, title, extension, is_link, mime_type } = answer.document;
      if (isFirst) noteOpenedDocument({ id, title, extension, is_link, mime_type, home: answer.home });
      return answer;
    },
    // Each opening is a new request, so that it is counted and its annotations are current.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  };
}

function useOpenedDocument(documentId: string) {
  const { settings } = useStart();
  const newest = useQuery({
    ...openingQuery(documentId, settings.viewer_engine),
    refetchInterval: ({ state }) => (state.data?.document.preview === 'waiting' ? previewPauseMs : false),
  });
  const reading = useQuery({
    ...queryFor(getReading, { params: { id: documentId } }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  });
  const [shown, setShown] = useState(newest.data);
  const opened = shownDocument(shown, newest.data);
  if (opened !== shown) setShown(opened);
  const newestIds = [newest.data?.document, reading.data].map((each) => each?.version_id);
  return {
    opened,
    reading,
    error: newest.error,
    isReplaced: newestIds.some((id) => id !== undefined && id !== opened?.document.version_id),
    openNewest: async (): Promise<void> => {
      const [{ data, error }] = await Promise.all([newest.refetch(), reading.refetch()]);
      if (error === null) setShown(data);
      else reportFailure(error, 'query');
    },
  };
}

interface ReadDocumentProps
  extends Pick<LoadedDocumentProps, 'searched' | 'mark' | 'onOpenMark'>,
    Pick<DocumentViewerProps, 'reader' | 'unsent' | 'newer' | 'previous' | 'next' | 'onClose'> {
  readonly opened: AnswerOf<typeof getDocument>;
  readonly reading: ReturnType<typeof useOpenedDocument>['reading'];
}

function ReadDocument(props: ReadDocumentProps) {
  const { opened, reading, searched, mark, onOpenMark, unsent, newer, ...rest } = props;
  const { settings } = useStart();
  const timeZone = useTimeZone();
  const [earlierId, setEarlierId] = useState<string | null>(null);
  const keep = useKeepEntry('document', opened.document.id);
  const { document, annotations, can } = opened;
  const { id, version_id: versionId } = document;
  const later = useMemo(() => laterOf(id, versionId), [id, versionId]);
  const revision = useRevision(document, newer === undefined ? reading.data : undefined);
  const annotated = reading.data?.earlier ?? [];
  const earlierThan = (versionId: string | null) => {
    const next = annotated[annotated.findIndex((each) => each.version_id === versionId) + 1];
    return next && { count: next.annotations, onOpen: () => setEarlierId(next.version_id) };
  };
  if (revision.compared) return revision.compared;
  if (earlierId !== null) {
    return (
      <EarlierVersion
        key={earlierId}
        document={document}
        versionId={earlierId}
        earlier={earlierThan(earlierId)}
        onClose={() => setEarlierId(null)}
      />
    );
  }
  const addresses = { open: addressOf(opened), download: documentPaths.download(document.id) };
  const shown = viewedDocument(document, { addresses, engine: settings.viewer_engine, timeZone });
  const access = annotationAccess(document, can.annotate);
  const isPaged = shown.kind === 'pdf';
  const markedUrl = isPaged && access !== 'none' ? documentPaths.downloadMarked(document.id) : undefined;
  const savedPage = reading.data ? (reading.data.last_page ?? 1) : reading.isError ? 1 : undefined;
  const lastPage = unsavedPage(id) || savedPage;
  return (
    <>
      <OpenedDocument
        // Another version needs a new viewer, because its pages and annotations belong to another file.
        key={document.version_id}
        document={newer === undefined ? { ...shown, markedUrl } : withoutNewest(shown)}
        annotationAccess={access}
        isUnmarkable={isPaged && access === 'none'}
        annotations={savedAnnotations(annotations)}
        later={later}
        onSaveAnnotations={saverFor(document)}
        unsent={unsent}
        onFind={isPaged && newer === undefined ? (words) => findWords(document.id, words) : undefined}
        searched={searched?.words}
        firstPage={mark?.page ?? searched?.page ?? lastPage}
        firstAnnotation={mark?.id}
        otherPapers={
          opened.home.kind === 'meeting' && (
            <OtherPapers
              documentId={id}
              onOpen={(documentId, { id: markId, page }) => onOpenMark({ documentId, id: markId, page })}
            />
          )
        }
        onPage={(page) => void rememberPage(document.id, page)}
        keep={offersKeeping(opened) ? keep : undefined}
        onCopyLink={() => void copyLink(documentPath({ id, home: opened.home }))}
        newer={newer}
        earlier={earlierThan((revision.placed && reading.data?.placed?.from_id) ?? null)}
        placed={revision.placed}
        readBefore={revision.readBefore}
        onUnreadable={() => void reading.refetch({ cancelRefetch: false })}
        {...rest}
      />
      {keep.dialog}
      {revision.dialog}
    </>
  );
}

const offersKeeping = ({ document, home }: AnswerOf<typeof getDocument>): boolean =>
  home.kind === 'library' && !document.is_link && !document.not_on_devices;

/** The address contains the version, so that pages of a newer version are not mixed in. */
function addressOf({ document, has_reading_copy: hasCopy }: AnswerOf<typeof getDocument>): string {
  const { id, version_id: versionId } = document;
  if (versionId === null) return documentPaths.open(id);
  return hasCopy ? documentPaths.readVersion(id, versionId) : documentPaths.openVersion(id, versionId);
}

/** Removes the download link, which would download the newest version instead of the one shown. */
function withoutNewest(shown: ViewedDocument): ViewedDocument {
  return shown.kind === 'download' ? shown : { ...shown, downloadUrl: undefined };
}

function saverFor({ id: documentId, version_id: versionId }: Document) {
  const boardId = pageBoard();
  return async (annotations: AnnotationsToSave): Promise<SaveOutcome> => {
    if (versionId === null || boardId === null) return { kind: 'failed' };
    const outcome = await saveReaderAnnotations({ boardId, documentId, versionId }, annotations);
    if (outcome.kind === 'saved') void queryClient.invalidateQueries(queryFor(listAnnotatedDocuments));
    return outcome;
  };
}

function laterOf(id: string, versionId: string | null): LaterAnnotations | undefined {
  if (versionId === null) return undefined;
  return {
    onChange: (listener) =>
      onAnnotationsChanged((changed) => {
        if (changed === null || changed === id) listener();
      }),
    async load(after) {
      const asked = { params: { id, version_id: versionId }, query: { after: after ?? '0' } };
      return savedAnnotations(await call(getVersionAnnotations, asked));
    },
  };
}

async function findWords(documentId: string, words: string): Promise<FoundPages> {
  const found = await call(findInDocument, { params: { id: documentId }, query: { words } });
  return { pages: found.pages, isRead: found.is_read, isCut: found.is_cut };
}

/** If the browser is offline, stores the page number in this tab, so that a reload opens the document at that page. */
async function rememberPage(documentId: string, page: number): Promise<void> {
  try {
    await call(savePage, { params: { id: documentId }, body: { page } });
    sessionStorage.removeItem(unsavedPageKey(documentId));
  } catch (cause) {
    console.warn('The last page read could not be saved', cause);
    if (!navigator.onLine) sessionStorage.setItem(unsavedPageKey(documentId), String(page));
  }
}

const unsavedPageKey = (documentId: string): string => `dais-page ${documentId}`;

/** Returns 0 if no page number is stored in this tab. */
const unsavedPage = (documentId: string): number => Number(sessionStorage.getItem(unsavedPageKey(documentId)));

async function copyLink(path: string): Promise<void> {
  const link = new URL(path, location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    showToast('Link copied');
  } catch (cause) {
    // Browsers block the clipboard without https, and users may deny access.
    console.info('Could not copy to the clipboard', cause);
    showToast(`The link could not be copied. Copy it here: ${link}`);
  }
}
