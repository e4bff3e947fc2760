import { GitCompare, Maximize2, Signature, StickyNote, WifiOff, X } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { annotationLimitDialog, earlierAnnotationsText } from '#domain/messages/annotations.ts';
import { viewerMessages } from '#domain/messages/documents.ts';
import { dismissLabel, offlineText } from '#domain/messages/general.ts';
import type { TextChange } from '#domain/revisions/text-changes.ts';
import { timings } from '#domain/timings.ts';
import { useOnline } from '#web/online.ts';
import { useStore } from '#web/store.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { FileGlyph } from '#web/ui/rows/file-glyph.tsx';
import { type AnnotationSession, useAnnotationSession } from './annotations/annotation-session.ts';
import { ChangeLayer } from './changes/change-layer.tsx';
import { ChangeStepButtons, type ChangeSteps, useChangeSteps } from './changes/change-steps.tsx';
import styles from './document-viewer.module.css';
import { foldBars } from './fold-bars.ts';
import { useLayerKeys, useModalLayer } from './modal-layer.ts';
import { Pages, type PagesProps } from './pages.tsx';
import { DownloadPane, LinkPane, MediaPane, PreviewPane, VideoPane } from './panes/panes.tsx';
import { noPanels, type PagePanels } from './side-panel.tsx';
import { noSigners, pageLineOf, type Stage, useStageState } from './stage.ts';
import type { DocumentViewerProps, ViewedDocument, ViewerMode } from './types.ts';
import { ViewerBar } from './viewer-bar.tsx';

interface DockedDocumentProps {
  readonly document: ViewedDocument;
  readonly stage: Stage | null | undefined;
  readonly onRestore: () => void;
  readonly onClose: () => void;
}

function DockedDocument({ document, stage, onRestore, onClose }: DockedDocumentProps) {
  return (
    <section className={styles.docked} aria-label="Minimized document">
      <FileGlyph type={document.extension} />
      <div className={styles.heading}>
        <h2 className={styles.title}>{document.title}</h2>
        {stage !== undefined && <CurrentPage stage={stage} />}
      </div>
      <IconButton icon={Maximize2} aria-label="Restore" autoFocus onPress={onRestore} />
      <IconButton icon={X} aria-label="Close" onPress={onClose} />
    </section>
  );
}

function CurrentPage({ stage }: { readonly stage: Stage | null }) {
  return <p className={styles.date}>{useStageState(stage, pageLineOf)}</p>;
}

function LimitDialog({ session }: { readonly session: AnnotationSession }) {
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

/** Milliseconds for which Close waits for the last save before it asks the reader. */
const closeWaitMax = 5000;
/** Milliseconds to wait for the last save if unsent annotations are also stored on this device. */
const storedWaitMax = 1500;

export function OpenDocument(props: DocumentViewerProps) {
  const { mode } = props;
  const layer = useRef<HTMLDivElement>(null);
  const [lastMode, setLastMode] = useState<ViewerMode>(mode);
  const [stage, setStage] = useState<Stage | null>(null);
  const session = useAnnotationSession(props);
  const closing = useClosing(session, props);
  const isMinimized = mode === 'minimized';
  const isFading = closing.step === 'fading';
  const layerRef = useModalLayer(layer, !isMinimized && !isFading);
  useLayerKeys(layer, !isMinimized, (event) => {
    if (event.key === 'Escape') closing.request();
  });
  const changeMode = (next: ViewerMode) => {
    if (next !== 'minimized') setLastMode(next);
    props.onModeChange(next);
  };
  return createPortal(
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press beside the dialog closes it */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape and Close do the same */}
      <div
        ref={layerRef}
        className={styles.layer}
        data-minimized={isMinimized || undefined}
        data-fading={isFading || undefined}
        inert={isMinimized}
        onClick={(event) => event.target === event.currentTarget && closing.request()}
      >
        <Frame
          {...props}
          session={session}
          stage={stage}
          onStage={setStage}
          isClosing={closing.step === 'saving'}
          onModeChange={changeMode}
          onClose={closing.request}
        />
      </div>
      {isMinimized && (
        <DockedDocument
          document={props.document}
          stage={hasPages(props) ? stage : undefined}
          onRestore={() => changeMode(lastMode)}
          onClose={closing.request}
        />
      )}
      <LimitDialog session={session} />
      <UnsavedDialog session={session} closing={closing} />
    </>,
    document.body,
  );
}

interface FrameProps extends Omit<PagesProps, 'panels' | 'onPanels'> {
  readonly isClosing: boolean;
}

function Frame({ isClosing, ...props }: FrameProps) {
  const { document: shown, mode, session, stage } = props;
  const titleId = useId();
  const [panels, setPanels] = useState<PagePanels>(noPanels);
  const steps = useChangeSteps(props.readBefore?.changes ?? noChanges, ({ page }) => stage?.goToPage(page));
  const saving = useStore(session.saver.state);
  return (
    <div
      ref={foldBars}
      className={styles.viewer}
      role="dialog"
      aria-modal={mode !== 'minimized'}
      aria-labelledby={titleId}
      tabIndex={-1}
      data-maximized={mode === 'maximized' || undefined}
    >
      <ViewerBar
        {...props}
        titleId={titleId}
        saving={session.access === 'edit' && hasPages(props) ? saving : null}
        isClosing={isClosing}
        {...(hasPages(props) && { onSidePanel: () => setPanels({ ...panels, side: 'marks' }) })}
        {...(hasPages(props) && stage && shown.printable && { onPrint: () => setPanels({ ...panels, print: true }) })}
      />
      <Notices {...props} steps={steps} />
      <Content {...props} panels={panels} onPanels={setPanels} />
      {props.readBefore !== undefined && (
        <ChangeLayer stage={stage} changes={props.readBefore.changes} look="bars" current={steps.current} />
      )}
    </div>
  );
}

const noChanges: readonly TextChange[] = [];

type Closing = ReturnType<typeof useClosing>;

function UnsavedDialog({ session, closing }: { readonly session: AnnotationSession; readonly closing: Closing }) {
  return (
    <ConfirmDialog
      isOpen={closing.step === 'asking'}
      title="Your marks have not been saved yet"
      confirmLabel="Close without saving"
      cancelLabel="Keep open"
      danger
      onClose={closing.stay}
      onConfirm={() => {
        session.saver.abandon();
        closing.leave();
      }}
    >
      They could not be sent and will be lost if you close the document. If you keep it open, they will be sent as soon
      as possible.
    </ConfirmDialog>
  );
}

/** Asks the reader only if annotations could neither be sent nor stored on this device. */
function useClosing(session: AnnotationSession, { onClose, unsent }: DocumentViewerProps) {
  const [step, setStep] = useState<'no' | 'saving' | 'asking' | 'fading'>('no');
  // Uses a ref, because a second click may come before the next render.
  const isLeaving = useRef(false);
  const leave = (): void => {
    setStep('fading');
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    setTimeout(onClose, isStill ? 0 : timings.modalCloses);
  };
  return {
    step,
    leave,
    stay(): void {
      isLeaving.current = false;
      setStep('no');
    },
    request(): void {
      if (isLeaving.current) return;
      isLeaving.current = true;
      setStep('saving');
      const isStored = unsent !== undefined;
      void sentInTime(session, isStored ? storedWaitMax : closeWaitMax).then((isSaved) =>
        isSaved || isStored ? leave() : setStep('asking'),
      );
    },
  };
}

function sentInTime({ access, saver }: AnnotationSession, waitMax: number): Promise<boolean> {
  if (access !== 'edit') return Promise.resolve(true);
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), waitMax));
  return Promise.race([saver.flush(), late]);
}

function Content(props: PagesProps) {
  const { document: shown, onDownload, onClose } = props;
  switch (shown.kind) {
    case 'pdf':
    case 'image':
      return <Pages {...props} />;
    case 'video':
      return <VideoPane document={shown} />;
    case 'media':
      return <MediaPane document={shown} onDownload={onDownload} />;
    case 'link':
      return <LinkPane document={shown} onClose={onClose} />;
    case 'download':
      return <DownloadPane document={shown} onDownload={onDownload} onClose={onClose} />;
    case 'preview-pending':
    case 'preview-failed':
      return <PreviewPane document={shown} state={shown.kind} onDownload={onDownload} />;
    default:
      return shown.kind satisfies never;
  }
}

interface NoticesProps extends Omit<FrameProps, 'isClosing'> {
  readonly steps: ChangeSteps;
}

function Notices(props: NoticesProps) {
  const isOnline = useOnline();
  const version = useVersionNotice(props);
  const [isChangeClosed, setChangeClosed] = useState(false);
  const [isPlacedClosed, setPlacedClosed] = useState(false);
  const placed = isPlacedClosed ? undefined : props.placed;
  const readBefore = isChangeClosed || props.newer ? undefined : props.readBefore;
  if (isOnline && version === null && !placed && !readBefore) return null;
  return (
    <div className={styles.notices}>
      {!isOnline && (
        <Notice icon={WifiOff} isNews>
          {offlineText}
        </Notice>
      )}
      {version}
      {placed && (
        <ClosableNotice
          icon={StickyNote}
          isNews
          sentence={placed.sentence}
          closeLabel="Close this message"
          onClose={() => setPlacedClosed(true)}
        >
          {placed.onShow && (
            <Button size="s" onPress={placed.onShow}>
              Show them
            </Button>
          )}
        </ClosableNotice>
      )}
      {readBefore && (
        <ClosableNotice
          icon={GitCompare}
          sentence={readBefore.sentence}
          closeLabel="Hide the changes"
          onClose={() => setChangeClosed(true)}
        >
          {readBefore.changes.length > 0 && <ChangeStepButtons steps={props.steps} />}
          <Button size="s" onPress={readBefore.onCompare}>
            Compare
          </Button>
        </ClosableNotice>
      )}
    </div>
  );
}

interface ClosableNoticeProps extends Omit<Parameters<typeof Notice>[0], 'actions'> {
  readonly sentence: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
}

function ClosableNotice({ sentence, closeLabel, onClose, children, ...notice }: ClosableNoticeProps) {
  return (
    <Notice
      {...notice}
      actions={
        <span className={styles['notice-actions']}>
          {children}
          <IconButton icon={X} size="s" aria-label={closeLabel} onPress={onClose} />
        </span>
      }
    >
      {sentence}
    </Notice>
  );
}

function useVersionNotice({ earlier, newer, session, stage }: NoticesProps): ReactNode {
  const signers = useStore(stage?.signers ?? noSigners);
  const text = newer ? 'This document has a new version.' : earlier && earlierAnnotationsText(earlier.count);
  // Sends unsent annotations of this version first, so that they can be placed on the newer one.
  const openNewer = () => void sentInTime(session, storedWaitMax).then(() => newer?.onOpen());
  const open = newer ? openNewer : earlier?.onOpen;
  if (text === undefined || open === undefined) {
    if (signers.length === 0) return null;
    return <Notice icon={Signature}>{viewerMessages.signedBy(signers)}</Notice>;
  }
  return (
    <Notice
      actions={
        <Button size="s" onPress={open}>
          Open it
        </Button>
      }
    >
      {text}
    </Notice>
  );
}

function hasPages({ document: { kind } }: DocumentViewerProps): boolean {
  return kind === 'pdf' || kind === 'image';
}
