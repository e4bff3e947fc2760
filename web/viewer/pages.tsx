import { type PointerEvent, type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { viewerMessages } from '#domain/messages/documents.ts';
import { AnnotationCards } from './annotations/annotation-card.tsx';
import { AnnotationLayer } from './annotations/annotation-layer.tsx';
import type { AnnotationSession } from './annotations/annotation-session.ts';
import { BroughtLayer } from './annotations/brought-layer.tsx';
import { createPalmGuard } from './annotations/ink-pad.tsx';
import { AnnotationPads } from './annotations/pads.tsx';
import { type Annotating, useAnnotating } from './annotations/use-annotating.ts';
import styles from './document-viewer.module.css';
import { FindBar, FindLayer, focusAndSelect } from './find/find-bar.tsx';
import { type Finding, useFind } from './find/use-find.ts';
import { useLayerKeys } from './modal-layer.ts';
import { FailedPane } from './panes/panes.tsx';
import { PasswordPane } from './panes/password-pane.tsx';
import { PrintDialog } from './print/print-dialog.tsx';
import { ReadingPosition } from './reading-position.ts';
import { CaretLayer, type KeyboardCaret, useKeyboardCaret } from './selecting/keyboard-caret.tsx';
import { type PagePanels, SidePanel, type SidePanelTab } from './side-panel.tsx';
import { pagesOf, type Stage, stateOf, useBrought, useShownPages, useStageState } from './stage.ts';
import { pressTarget, StageMount, useFingerSelection, visibleMiddle } from './stage-view.tsx';
import type { Tool } from './tools/tools.ts';
import { ToolTray, ViewerTools } from './tools/viewer-tools.tsx';
import type { DocumentViewerProps } from './types.ts';

export interface PagesProps extends DocumentViewerProps {
  readonly session: AnnotationSession;
  readonly stage: Stage | null;
  readonly onStage: (stage: Stage | null) => void;
  readonly panels: PagePanels;
  readonly onPanels: (panels: PagePanels) => void;
}

interface PageView extends PagesProps {
  readonly annotating: Annotating;
  readonly finding: Finding;
  readonly caret: KeyboardCaret;
  readonly hasAnnotations: boolean;
  readonly show: (change: Partial<PagePanels>) => void;
  readonly focusPages: () => void;
  readonly focusSearch: () => void;
}

export function Pages(props: PagesProps) {
  const { document: shown, session, stage, panels, onPanels, onDownload, onUnreadable } = props;
  const [failure, setFailure] = useState<{ readonly cause: unknown } | null>(null);
  const content = useRef<HTMLDivElement>(null);
  const annotating = useAnnotating(props);
  const view: PageView = {
    ...props,
    annotating,
    finding: useFind({ stage, onFind: props.onFind }),
    caret: useKeyboardCaret(),
    hasAnnotations: session.access !== 'none',
    show: (change) => onPanels({ ...panels, ...change }),
    focusPages: () => pagesIn(content.current)?.focus({ preventScroll: true }),
    focusSearch: () => focusAndSelect(content.current?.querySelector<HTMLInputElement>('search input') ?? null),
  };
  usePageKeys(content, view);

  if (failure) return <FailedPane document={shown} cause={failure.cause} onDownload={onDownload} />;
  const fail = (cause: unknown): void => {
    console.warn('The document could not be shown', cause);
    setFailure({ cause });
    onUnreadable?.();
  };
  const begin = (begun: Stage | null): void => {
    props.onStage(begun);
    // Focuses the pages, so that their keyboard shortcuts work at once, unless the reader has moved the focus.
    if (begun !== null && document.activeElement?.matches('[role="dialog"]')) view.focusPages();
  };
  return (
    <div ref={content} className={styles.content}>
      <ViewerTools {...view} />
      <div className={styles.body} data-rail={(panels.side !== null && stage !== null) || undefined}>
        {panels.side !== null && stage && <PageSidePanel {...view} stage={stage} tab={panels.side} />}
        <Canvas {...view}>
          <StageMount document={shown} onStage={begin} onFailed={fail} onMissed={() => onUnreadable?.()} />
        </Canvas>
      </div>
      {panels.tray && annotating.canEdit && <ToolTray annotating={annotating} />}
      <PageLayers {...view} />
      <ReadingPosition stage={stage} firstPage={props.firstPage} onPage={props.onPage} />
      {stage && panels.print && (
        <PrintDialog
          stage={stage}
          title={shown.title}
          annotations={view.hasAnnotations ? annotating.annotations : []}
          onClose={() => view.show({ print: false })}
        />
      )}
    </div>
  );
}

function coversPages(): boolean {
  return window.innerWidth < 40 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

function PageSidePanel(props: PageView & { readonly stage: Stage; readonly tab: SidePanelTab }) {
  const { stage, tab, annotating, hasAnnotations, otherPapers, show } = props;
  const { annotations, selected, canEdit } = annotating;
  const goTo = (id: string, page: number): void => {
    stage.goToPage(page);
    annotating.openCard({ id, toWrite: false });
    annotating.select(id);
    if (coversPages()) show({ side: null });
  };
  return (
    <SidePanel
      stage={stage}
      tab={tab}
      onTab={(side) => show({ side })}
      hasAnnotations={hasAnnotations}
      annotations={annotations}
      selected={selected}
      canEdit={canEdit}
      otherPapers={otherPapers}
      onClose={() => show({ side: null })}
      onGoToAnnotation={goTo}
    />
  );
}

function Canvas({ children, ...view }: PageView & { readonly children: ReactNode }) {
  const { annotating, document: shown, finding, panels, show, stage } = view;
  const isLoading = useStageState(stage, ({ kind }) => kind === 'loading');
  const locked = useStageState(stage, (state) => (state.kind === 'locked' ? state : null));
  const { canEdit, tool } = annotating;
  const isHighlighting = canEdit && tool.gesture.kind === 'text';
  const finger = useFingerSelection(isHighlighting);
  const press = ({ clientX, clientY, pointerType, target }: PointerEvent<HTMLDivElement>): void => {
    if (tool.gesture.kind === 'text' && annotating.annotateSelection(tool)) return;
    const pressed = { clientX, clientY, pointerType, target };
    const brought = stage?.brought?.read.get() ?? [];
    const meant = pressTarget(pressed, pagesOf(stage), { annotations: annotating.annotations, brought });
    if (meant.kind === 'annotation' || meant.kind === 'brought') {
      annotating.openCard({ id: meant.id, toWrite: false });
      annotating.select(meant.id);
    } else annotating.setSelected(null);
    if (meant.kind === 'page' && tool.gesture.kind === 'select') stage?.pressed();
  };
  return (
    <div
      className={styles.canvas}
      {...finger}
      onPointerUp={(event) => {
        finger.onPointerUp();
        if (event.button > 0 || !(event.target instanceof Element)) return;
        if (event.target.closest('[data-gesture], search, [data-overlay]')) return;
        // Waits, because the browser updates the selection after this event.
        setTimeout(() => press(event));
      }}
      data-stage
      data-marking-text={isHighlighting || undefined}
    >
      {children}
      {isLoading && <p className={styles.loading}>Opening the document…</p>}
      {locked && (
        <PasswordPane
          document={shown}
          isWrong={locked.isWrong}
          onUnlock={(password) => {
            locked.unlock(password);
            view.focusPages();
          }}
        />
      )}
      {panels.find && (
        <FindBar
          finding={finding}
          onClose={() => {
            finding.selectCurrent();
            finding.search('');
            show({ find: false });
            view.focusPages();
          }}
        />
      )}
      <p className={styles.hint} role="status">
        {canEdit &&
          isPlacing(tool) &&
          `${tool.label}: click or tap the page, or press Enter to place it in the middle.`}
        {isSelecting(view) && viewerMessages.selectByKeys(tool.label)}
      </p>
    </div>
  );
}

function PageLayers(props: PageView) {
  const { annotating, finding, hasAnnotations, panels, searched = [], stage, timeZone } = props;
  const [palm] = useState(createPalmGuard);
  const pages = useShownPages(stage);
  const brought = useBrought(stage);
  const { canEdit } = annotating;
  const found = panels.find ? { words: [finding.words], current: finding.current } : { words: searched, current: null };
  const wanted = found.words.filter((each) => each.trim() !== '');
  // Stable, so that only new pages render when pages are added.
  const acts = useMemo(
    () => ({
      onSelect: annotating.setSelected,
      onOpen: (id: string) => annotating.openCard({ id, toWrite: true }),
      actions: annotating.canEdit ? { onRemove: annotating.remove, onChange: annotating.change } : undefined,
    }),
    [annotating],
  );
  return (
    <>
      {wanted.length > 0 && <FindLayer stage={stage} pages={pages} words={wanted} current={found.current} />}
      <BroughtLayer pages={pages} brought={brought} annotating={annotating} timeZone={timeZone} />
      {hasAnnotations && (
        <AnnotationLayer pages={pages} annotations={annotating.annotations} selected={annotating.selected} {...acts} />
      )}
      {hasAnnotations && <AnnotationCards pages={pages} annotating={annotating} timeZone={timeZone} />}
      {canEdit && <AnnotationPads pages={pages} annotating={annotating} palm={palm} />}
      <CaretLayer stage={stage} isShown={isSelecting(props)} spoken={props.caret.spoken} />
    </>
  );
}

function usePageKeys(content: RefObject<HTMLElement | null>, view: PageView): void {
  const viewer = {
    get current() {
      return content.current?.closest<HTMLElement>('[role="dialog"]') ?? null;
    },
  };
  useLayerKeys(viewer, view.mode !== 'minimized', (event) => {
    const pages = pagesIn(content.current);
    const { target } = event;
    const isInCard = target instanceof Element && target.closest('[data-gesture]') !== null;
    const isOnPages = target instanceof Node && pages?.contains(target) === true && !isInCard;
    if (isOnPages && view.caret.press(event, view.stage, isSelecting(view))) {
      view.focusPages();
      event.preventDefault();
      return;
    }
    if (scrollKeys.has(event.key) && hasNoFocusTarget(target)) return view.focusPages();
    const command = event.ctrlKey || event.metaKey;
    const isHandled =
      (command && panelKey(event.key.toLowerCase(), view)) ||
      (!isTyping(target) && (command ? commandKey(event, view) : escapes(event.key, view.annotating))) ||
      // Single letters work only on the pages, because dictation would trigger them elsewhere (WCAG 2.1.4).
      (isOnPages && !command && pageKey(event, view, target === pages));
    if (isHandled) event.preventDefault();
  });
}

function panelKey(key: string, { document: shown, onFind, panels, show, focusSearch }: PageView): boolean {
  if (key === 'f' && onFind) {
    if (panels.find) focusSearch();
    else flushSync(() => show({ find: true }));
  } else if (key === 'p' && shown.printable) show({ print: true });
  else return false;
  return true;
}

function commandKey({ key: pressed, shiftKey }: KeyboardEvent, { annotating, stage }: PageView): boolean {
  const key = pressed.toLowerCase();
  if (annotating.canEdit && key === 'z' && !shiftKey) annotating.undo();
  else if (annotating.canEdit && (key === 'y' || key === 'z')) annotating.redo();
  else if (key === '+' || key === '=') stage?.zoomIn();
  else if (key === '-') stage?.zoomOut();
  else if (key === '0') stage?.fit();
  else return escapes(pressed, annotating);
  return true;
}

function escapes(key: string, annotating: Annotating): boolean {
  if (key !== 'Escape') return false;
  if (annotating.held.tool !== 'select') annotating.chooseTool('select');
  else if (annotating.selected !== null) annotating.setSelected(null);
  else return false;
  return true;
}

function pageKey({ key: pressed, altKey }: KeyboardEvent, view: PageView, isOnPages: boolean): boolean {
  const { annotating, stage } = view;
  const key = pressed.toLowerCase();
  if (!annotating.canEdit) return false;
  if (key === 'enter' && isOnPages) {
    if (annotating.annotateByKey(annotating.tool)) return true;
    const middle = visibleMiddle(pagesOf(stage), stateOf(stage).page);
    if (middle) annotating.addAt(middle.page, middle.at);
    return true;
  }
  const chosen = altKey ? undefined : annotating.usable.find((tool) => tool.key.toLowerCase() === key);
  if (!chosen) return false;
  annotating.rememberSelection();
  view.focusPages();
  annotating.chooseTool(chosen.id, true);
  return true;
}

const isSelecting = ({ annotating: { canEdit, isKeyed, tool } }: Pick<PageView, 'annotating'>): boolean =>
  canEdit && isKeyed && tool.gesture.kind === 'text';

const isPlacing = ({ gesture }: Tool): boolean => gesture.kind === 'place' || gesture.kind === 'shape';

const pagesIn = (content: HTMLElement | null): HTMLElement | null | undefined =>
  content?.querySelector<HTMLElement>('[data-stage] [tabindex="0"]');

const scrollKeys: ReadonlySet<string> = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown', ' ']);

function hasNoFocusTarget(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('[role="dialog"], body');
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}
