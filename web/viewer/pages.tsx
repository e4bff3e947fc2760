import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createStore, useStore } from '#web/store.ts';
import { AnnotationCards } from './annotations/annotation-card.tsx';
import { AnnotationLayer } from './annotations/annotation-layer.tsx';
import type { AnnotationSession } from './annotations/annotation-session.ts';
import { createPalmGuard } from './annotations/ink-pad.tsx';
import { AnnotationPads } from './annotations/pads.tsx';
import { useAnnotating } from './annotations/use-annotating.ts';
import styles from './document-viewer.module.css';
import { FindBar } from './find/find-bar.tsx';
import { FindLayer } from './find/find-layer.tsx';
import { useFind } from './find/use-find.ts';
import { useLayerKeys } from './modal-layer.ts';
import { FailedPane } from './panes/panes.tsx';
import { PrintDialog } from './print/print-dialog.tsx';
import { SidePanel, type SidePanelTab } from './side-panel.tsx';
import type { ShownPage, Stage, StageMaker, StageState } from './stage.ts';
import { pageLineOf } from './stage.ts';
import { meantBy, StageMount, useFingerSelection, visibleMiddle } from './stage-view.tsx';
import { ToolTray } from './tools/tool-tray.tsx';
import { ViewerTools } from './tools/viewer-tools.tsx';
import type { DocumentViewerProps, ViewedDocument } from './types.ts';
import { useFirstPage } from './use-first-page.ts';

/** What stands open around the pages; two do not fit on a small screen. */
export interface PagePanels {
  readonly side: SidePanelTab | null;
  readonly tray: boolean;
  readonly find: boolean;
  readonly print: boolean;
}

export const noPanels: PagePanels = { side: null, tray: false, find: false, print: false };

interface PagesProps
  extends Pick<
    DocumentViewerProps,
    'document' | 'reader' | 'mode' | 'onDownload' | 'onFind' | 'searched' | 'firstPage' | 'onPage' | 'onUnreadable'
  > {
  readonly session: AnnotationSession;
  readonly stage: Stage | null;
  readonly onStage: (stage: Stage | null) => void;
  readonly panels: PagePanels;
  readonly onPanels: (panels: PagePanels) => void;
  /** 'Page 3 of 42' */
  readonly onPageLine: (line: string) => void;
}

const noStage = createStore<StageState>({ kind: 'loading', page: 1, pageCount: null, scale: 1 });
const noPages = createStore<readonly ShownPage[]>([]);
const noWords = createStore(0);
const noFailures = createStore(0);

/** A PDF or an image with its toolbar, panels and marks. */
export function Pages(props: PagesProps) {
  const {
    document: shown,
    session,
    reader,
    mode,
    stage,
    panels,
    onPanels,
    onPageLine,
    onDownload,
    onUnreadable,
  } = props;
  const [failure, setFailure] = useState<{ readonly cause: unknown } | null>(null);
  const [load] = useState(() => stageLoader(shown));
  const [palm] = useState(createPalmGuard);
  const content = useRef<HTMLDivElement>(null);

  const state = useStore(stage?.state ?? noStage);
  const pages = useStore(stage?.pages ?? noPages);
  // Drawn anew when the words of a page have come: what is found stands on them.
  useStore(stage?.words ?? noWords);
  const missed = useStore(stage?.missed ?? noFailures);
  const { canUndo, canRedo, room } = useStore(session.store.state);
  const annotating = useAnnotating(session, { shown, reader, pages });
  const { canEdit, tool, held, usable, annotations, selected } = annotating;
  const finding = useFind({ stage, page: state.page, onFind: props.onFind });
  useFirstPage(stage, state, props);
  const searched = { words: props.searched ?? [], current: null };

  const onFailed = useCallback((cause: unknown) => {
    console.warn('The document could not be shown', cause);
    setFailure({ cause });
  }, []);
  // A stage fails by itself, outside React; the cause goes to the log (specification, section 8).
  useEffect(() => {
    if (state.kind === 'failed') onFailed(state.cause);
  }, [state, onFailed]);
  // As above: whoever opened the document looks whether it is still the same.
  useEffect(() => {
    if (failure !== null || missed > 0) onUnreadable?.();
  }, [failure, missed, onUnreadable]);
  // The dock, outside this part, tells the page too.
  useEffect(() => onPageLine(pageLineOf(state)), [state, onPageLine]);

  const pagesElement = () => content.current?.querySelector<HTMLElement>('[data-stage] [tabindex="0"]');
  const closeFind = () => {
    finding.selectCurrent(pages);
    finding.search('');
    onPanels({ ...panels, find: false });
    pagesElement()?.focus({ preventScroll: true });
  };
  const addAtMiddle = () => {
    const point = visibleMiddle(pages, state.page);
    if (point) annotating.addAt(point.page, point.at);
  };

  const isHighlighting = canEdit && tool.gesture.kind === 'text';
  const finger = useFingerSelection(isHighlighting);
  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    finger.onPointerUp();
    if (event.button > 0 || !(event.target instanceof Element)) return;
    if (event.target.closest('[data-gesture], search, [data-overlay]')) return;
    const { clientX, clientY, pointerType, target } = event;
    // The browser settles the selection only after this event.
    setTimeout(() => {
      if (tool.gesture.kind === 'text' && annotating.annotateSelection(tool)) return;
      const meant = meantBy({ clientX, clientY, pointerType, target }, pages, annotations);
      if (meant.kind === 'mark') {
        annotating.openCard({ id: meant.id, toWrite: false });
        annotating.select(meant.id);
      } else annotating.setSelected(null);
      if (meant.kind === 'page' && tool.gesture.kind === 'select') stage?.pressed();
    });
  };

  useLayerKeys(content, mode !== 'minimized', (event) => {
    const command = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    // From the dialog itself, where the focus is at first, these keys are meant for the pages; the browser then scrolls them.
    if (scrollKeys.has(event.key) && hasNoFocusTarget(event.target))
      return pagesElement()?.focus({ preventScroll: true });
    if (command && key === 'f' && props.onFind) {
      // At once: the next keys belong into the field, not to the tools.
      flushSync(() => onPanels({ ...panels, find: true }));
    } else if (command && key === 'p' && shown.printable) onPanels({ ...panels, print: true });
    else if (isTyping(event.target)) return;
    else if (command && canEdit && key === 'z' && !event.shiftKey) session.store.undo();
    else if (command && canEdit && (key === 'y' || (key === 'z' && event.shiftKey))) session.store.redo();
    else if (command && (key === '+' || key === '=')) stage?.zoomIn();
    else if (command && key === '-') stage?.zoomOut();
    else if (command && key === '0') stage?.fit();
    else if (key === 'escape' && held.tool !== 'select') annotating.chooseTool('select');
    else if (key === 'escape' && selected !== null) annotating.setSelected(null);
    else if (key === 'enter' && event.target === pagesElement() && canEdit) addAtMiddle();
    else if (!command && !event.altKey && canEdit) {
      const chosen = usable.find((each) => each.key.toLowerCase() === key);
      if (!chosen) return;
      annotating.rememberSelection();
      annotating.chooseTool(chosen.id);
      // Keys go on to the pages: Enter puts down what is placed.
      if (chosen.gesture.kind === 'place' || chosen.gesture.kind === 'shape')
        pagesElement()?.focus({ preventScroll: true });
    } else return;
    event.preventDefault();
  });

  if (failure) return <FailedPane document={shown} onDownload={onDownload} />;

  const annotate = canEdit
    ? { tools: usable, held, choose: annotating.chooseTool, canUndo, canRedo, store: session.store, room }
    : null;
  const hasAnnotations = session.access !== 'none';
  return (
    <div ref={content} className={styles.content}>
      <ViewerTools
        state={state}
        stage={stage}
        annotate={annotate}
        panels={panels}
        hasAnnotations={hasAnnotations}
        canFind={props.onFind !== undefined}
        onPanels={onPanels}
        onBeforePress={annotating.rememberSelection}
      />
      <div className={styles.body} data-rail={(panels.side !== null && stage !== null) || undefined}>
        {panels.side !== null && stage && (
          <SidePanel
            stage={stage}
            state={state}
            tab={panels.side}
            onTab={(side) => onPanels({ ...panels, side })}
            hasAnnotations={hasAnnotations}
            annotations={annotations}
            selected={selected}
            canEdit={canEdit}
            onClose={() => onPanels({ ...panels, side: null })}
            onGoToAnnotation={(id, page) => {
              stage.goToPage(page);
              annotating.openCard({ id, toWrite: false });
              annotating.select(id);
              if (matchMedia('(max-width: 63.9375rem)').matches) onPanels({ ...panels, side: null });
            }}
          />
        )}
        <div
          className={styles.canvas}
          {...finger}
          onPointerUp={onPointerUp}
          data-stage
          data-marking-text={isHighlighting || undefined}
        >
          <StageMount load={load} onStage={props.onStage} onFailed={onFailed} />
          {state.kind === 'loading' && <p className={styles.loading}>Opening the document…</p>}
          {panels.find && <FindBar finding={finding} onClose={closeFind} />}
          <p className={styles.hint} role="status">
            {canEdit &&
              (tool.gesture.kind === 'place' || tool.gesture.kind === 'shape') &&
              `${tool.label}: press on the page, or Enter to put it in the middle.`}
          </p>
        </div>
      </div>
      {panels.tray && annotate && <ToolTray annotate={annotate} onBeforePress={annotating.rememberSelection} />}
      <FindLayer pages={pages} {...(panels.find ? { words: [finding.words], current: finding.current } : searched)} />
      {hasAnnotations && (
        <AnnotationLayer
          pages={pages}
          annotations={annotations}
          selected={selected}
          onSelect={annotating.setSelected}
          onOpen={(id) => annotating.openCard({ id, toWrite: true })}
          actions={canEdit ? { onRemove: annotating.remove, onChange: annotating.change } : undefined}
        />
      )}
      {hasAnnotations && <AnnotationCards pages={pages} annotating={annotating} />}
      {canEdit && <AnnotationPads pages={pages} annotating={annotating} palm={palm} />}
      {stage && panels.print && (
        <PrintDialog
          stage={stage}
          state={state}
          title={shown.title}
          annotations={hasAnnotations ? annotations : []}
          onClose={() => onPanels({ ...panels, print: false })}
        />
      )}
    </div>
  );
}

function stageLoader({ kind, url, byteSize, title }: ViewedDocument): () => Promise<StageMaker> {
  if (kind === 'image') {
    return async () => {
      const { createImageStage } = await import('./image/image-stage.ts');
      return (root) => createImageStage(root, { url, title });
    };
  }
  return async () => {
    const { createPdfStage } = await import('./pdf/pdf-stage.ts');
    return (root) => createPdfStage(root, { url, byteSize });
  };
}

const scrollKeys: ReadonlySet<string> = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown', ' ']);

function hasNoFocusTarget(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('[role="dialog"], body');
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}
