import { Maximize2, X } from 'lucide-react';
import { useCallback, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { annotationLimitDialog, earlierAnnotationsText } from '#domain/messages/annotations.ts';
import { dismissLabel } from '#domain/messages/general.ts';
import { timings } from '#domain/timings.ts';
import { useStore } from '#web/store.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { FileGlyph } from '#web/ui/rows/file-glyph.tsx';
import { type AnnotationSession, useAnnotationSession } from './annotations/annotation-session.ts';
import styles from './document-viewer.module.css';
import { useLayerKeys, useModalLayer } from './modal-layer.ts';
import { noPanels, type PagePanels, Pages } from './pages.tsx';
import { DownloadPane, LinkPane, PreviewFailedPane, PreviewPendingPane } from './panes/panes.tsx';
import { VideoPane } from './panes/video-pane.tsx';
import type { Stage } from './stage.ts';
import type { DocumentViewerProps, ViewedDocument, ViewerMode } from './types.ts';
import { ViewerBar } from './viewer-bar.tsx';

interface DockedDocumentProps {
  readonly document: ViewedDocument;
  /** 'Page 3 of 42', where there are pages. */
  readonly pageLine: string | null;
  /** The reader has just docked it: the focus stays with the document. */
  readonly takesFocus: boolean;
  readonly onRestore: () => void;
  readonly onClose: () => void;
}

/** The minimized viewer: a bar at the foot, with the page below in use again. */
export function DockedDocument({ document, pageLine, takesFocus, onRestore, onClose }: DockedDocumentProps) {
  return (
    <section className={styles.docked} aria-label="Minimized document">
      <FileGlyph type={document.extension} />
      <div className={styles.heading}>
        <h2 className={styles.title}>{document.title}</h2>
        {pageLine !== null && <p className={styles.date}>{pageLine}</p>}
      </div>
      <IconButton icon={Maximize2} aria-label="Restore" autoFocus={takesFocus} onPress={onRestore} />
      <IconButton icon={X} aria-label="Close" onPress={onClose} />
    </section>
  );
}

export function LimitDialog({ session }: { readonly session: AnnotationSession }) {
  const isOpen = useStore(session.limitReached);
  const close = () => session.limitReached.set(false);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={annotationLimitDialog.title}
      role="alertdialog"
      actions={
        <Button variant="primary" onPress={close}>
          {dismissLabel}
        </Button>
      }
    >
      <p>{annotationLimitDialog.message}</p>
    </Dialog>
  );
}

/** Milliseconds that Close waits for the last marks to be saved, before it asks. */
const closeWaitMax = 5000;
/** As above, where what is unsent waits on this machine anyway. */
const storedWaitMax = 1500;

/** One document in its frame: bar, pages or a pane, and the dock when it is minimized. */
export function OpenDocument(props: DocumentViewerProps) {
  const { document: shown, mode, onModeChange, onClose } = props;
  const layer = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const [lastMode, setLastMode] = useState<ViewerMode>(mode === 'minimized' ? 'normal' : mode);
  const [dockTakesFocus, setDockTakesFocus] = useState(false);
  const [closing, setClosing] = useState<'no' | 'saving' | 'asking' | 'fading'>('no');
  const [pageLine, setPageLine] = useState<string | null>(null);
  const [stage, setStage] = useState<Stage | null>(null);
  const [panels, setPanels] = useState<PagePanels>(noPanels);
  const session = useAnnotationSession({
    access: props.annotationAccess,
    saved: props.annotations,
    save: props.onSaveAnnotations,
    waiting: props.unsent,
  });
  const saving = useStore(session.saver.state);
  const isMinimized = mode === 'minimized';
  useModalLayer(layer, !isMinimized && closing !== 'fading');

  const changeMode = (next: ViewerMode) => {
    setDockTakesFocus(next === 'minimized');
    if (next !== 'minimized') setLastMode(next);
    onModeChange(next);
  };

  const leave = useCallback(() => {
    setClosing('fading');
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    setTimeout(onClose, still ? 0 : timings.modalCloses);
  }, [onClose]);

  /** Nothing is lost by closing: what is unsent goes first, and if it cannot, the reader is asked. */
  const isLeaving = useRef(false);
  const requestClose = useCallback(() => {
    if (isLeaving.current) return;
    isLeaving.current = true;
    setClosing('saving');
    // What waits on this machine is sent later; only what would be lost is asked about.
    const isStored = props.unsent !== undefined;
    void sentInTime(session, isStored ? storedWaitMax : closeWaitMax).then((isSaved) =>
      isSaved || isStored ? leave() : setClosing('asking'),
    );
  }, [session, leave, props.unsent]);
  /** What is unsent belongs to this version: it goes first, so that it can come along. */
  const openNewer = () => void sentInTime(session, storedWaitMax).then(() => props.newer?.onOpen());
  const stay = () => {
    isLeaving.current = false;
    setClosing('no');
  };

  useLayerKeys(layer, !isMinimized, (event) => {
    if (event.key === 'Escape') requestClose();
  });

  return createPortal(
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press beside the dialog closes it */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape and Close do the same */}
      <div
        ref={layer}
        className={styles.layer}
        data-minimized={isMinimized || undefined}
        data-fading={closing === 'fading' || undefined}
        inert={isMinimized}
        onClick={(event) => event.target === event.currentTarget && requestClose()}
      >
        <div
          className={styles.viewer}
          role="dialog"
          aria-modal={!isMinimized}
          aria-labelledby={titleId}
          tabIndex={-1}
          data-maximized={mode === 'maximized' || undefined}
        >
          <ViewerBar
            document={shown}
            titleId={titleId}
            mode={mode}
            saving={session.access === 'edit' && hasPages(props) ? saving : null}
            isClosing={closing === 'saving'}
            stage={stage}
            previous={props.previous}
            next={props.next}
            onModeChange={changeMode}
            onDownload={props.onDownload}
            {...(hasPages(props) && { onSidePanel: () => setPanels({ ...panels, side: 'marks' }) })}
            {...(hasPages(props) &&
              stage &&
              shown.printable && { onPrint: () => setPanels({ ...panels, print: true }) })}
            onClose={requestClose}
          />
          {props.newer ? (
            <VersionNotice onOpen={openNewer}>This document has a new version.</VersionNotice>
          ) : (
            props.earlier && (
              <VersionNotice onOpen={props.earlier.onOpen}>{earlierAnnotationsText(props.earlier.count)}</VersionNotice>
            )
          )}
          <Content
            {...props}
            session={session}
            stage={stage}
            onStage={setStage}
            panels={panels}
            onPanels={setPanels}
            onPageLine={setPageLine}
            onClose={requestClose}
          />
        </div>
      </div>
      {isMinimized && (
        <DockedDocument
          document={shown}
          pageLine={pageLine}
          takesFocus={dockTakesFocus}
          onRestore={() => changeMode(lastMode)}
          onClose={requestClose}
        />
      )}
      <LimitDialog session={session} />
      <ConfirmDialog
        isOpen={closing === 'asking'}
        title="Your annotations are not saved yet"
        confirmLabel="Close without saving"
        cancelLabel="Keep open"
        danger
        onClose={stay}
        onConfirm={() => {
          session.saver.abandon();
          leave();
        }}
      >
        They could not be sent and would be lost. Keep the document open, and they will be sent as soon as possible.
      </ConfirmDialog>
    </>,
    document.body,
  );
}

/** A network that neither answers nor fails must not hold the reader: then it counts as not saved. */
function sentInTime({ access, saver }: AnnotationSession, waitMax: number): Promise<boolean> {
  if (access !== 'edit') return Promise.resolve(true);
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), waitMax));
  return Promise.race([saver.flush(), late]);
}

interface ContentProps extends DocumentViewerProps {
  readonly session: AnnotationSession;
  readonly stage: Stage | null;
  readonly onStage: (stage: Stage | null) => void;
  readonly panels: PagePanels;
  readonly onPanels: (panels: PagePanels) => void;
  readonly onPageLine: (line: string) => void;
}

function Content(props: ContentProps) {
  const { document: shown, onDownload, onClose } = props;
  switch (shown.kind) {
    case 'pdf':
    case 'image':
      return <Pages {...props} />;
    case 'video':
      return <VideoPane document={shown} />;
    case 'link':
      return <LinkPane document={shown} onClose={onClose} />;
    case 'download':
      return <DownloadPane document={shown} onDownload={onDownload} onClose={onClose} />;
    case 'preview-pending':
      return <PreviewPendingPane document={shown} onDownload={onDownload} />;
    case 'preview-failed':
      return <PreviewFailedPane document={shown} onDownload={onDownload} />;
    default:
      return shown.kind satisfies never;
  }
}

/** Leads to the marks that a new version leaves where they are, or to the version that has come since. */
function VersionNotice({ children, onOpen }: { readonly children: string; readonly onOpen: () => void }) {
  return (
    <div className={styles.earlier}>
      <Notice
        actions={
          <Button size="s" onPress={onOpen}>
            Open it
          </Button>
        }
      >
        {children}
      </Notice>
    </div>
  );
}

function hasPages({ document: { kind } }: DocumentViewerProps): boolean {
  return kind === 'pdf' || kind === 'image';
}
