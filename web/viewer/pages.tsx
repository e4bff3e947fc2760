import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import styles from './document-viewer.module.css';
import { EraserPad } from './marks/eraser-pad.tsx';
import { inkColours } from './marks/ink-colours.ts';
import { InkPad } from './marks/ink-pad.tsx';
import { MarkLayer } from './marks/mark-layer.tsx';
import type { MarksSession } from './marks/marks-session.ts';
import { newInk, newTextMarkup } from './marks/new-mark.ts';
import { createPalmGuard } from './marks/palm.ts';
import { createObservable, useObservable } from './observable.ts';
import { meantBy } from './page-gestures.ts';
import { pageLineOf } from './page-words.ts';
import { FailedPane } from './panes/failed-pane.tsx';
import { type SelectedText, selectedText } from './pdf/selected-text.ts';
import type { ShownPage, Stage, StageMaker, StageState } from './stage.ts';
import { StagePlace } from './stage-place.tsx';
import { ThumbnailRail } from './thumbnail-rail.tsx';
import { ToolTray } from './tools/tool-tray.tsx';
import { type Tool, type ToolId, toolOf, tools } from './tools/tools.ts';
import { useToolState } from './tools/use-tool-state.ts';
import { ViewerTools } from './tools/viewer-tools.tsx';
import type { Reader, ViewedDocument, ViewerMode } from './types.ts';
import { useLayerKeys } from './use-layer-keys.ts';

interface PagesProps {
  readonly document: ViewedDocument;
  readonly session: MarksSession;
  readonly reader: Reader;
  readonly mode: ViewerMode;
  /** 'Page 3 of 42' */
  readonly onPageLine: (line: string) => void;
  readonly onDownload: () => void;
}

const noStage = createObservable<StageState>({ kind: 'loading', page: 1, pageCount: null, scale: 1 });
const noPages = createObservable<readonly ShownPage[]>([]);

/** A PDF or an image with its toolbar, thumbnails and marks. */
export function Pages({ document: shown, session, reader, mode, onPageLine, onDownload }: PagesProps) {
  const [stage, setStage] = useState<Stage | null>(null);
  const [failure, setFailure] = useState<{ readonly cause: unknown } | null>(null);
  const [panel, setPanel] = useState<'none' | 'thumbnails' | 'tray'>('none');
  const [selected, setSelected] = useState<string | null>(null);
  const [load] = useState(() => stageLoader(shown));
  const [palm] = useState(createPalmGuard);
  const content = useRef<HTMLDivElement>(null);
  const lastSelection = useRef<readonly SelectedText[]>([]);

  const state = useObservable(stage?.state ?? noStage);
  const pages = useObservable(stage?.pages ?? noPages);
  const { marks, canUndo, canRedo, room } = useObservable(session.store.state);
  const canEdit = session.access === 'edit';
  const held = useToolState();
  const tool = toolOf(held.tool);
  const colour = inkColours[held.colour];
  // Images have no text to mark.
  const usable = shown.kind === 'image' ? tools.filter(({ gesture }) => gesture.kind !== 'text') : tools;

  const onFailed = useCallback((cause: unknown) => {
    console.warn('The document could not be shown', cause);
    setFailure({ cause });
  }, []);
  // A stage fails by itself, outside React; the cause goes to the log (specification, section 8).
  useEffect(() => {
    if (state.kind === 'failed') onFailed(state.cause);
  }, [state, onFailed]);
  // The dock, outside this part, tells the page too.
  useEffect(() => onPageLine(pageLineOf(state)), [state, onPageLine]);

  const markSelection = useCallback(
    (markup: Tool, ink: string, selection: readonly SelectedText[]) => {
      if (markup.gesture.kind !== 'text') return;
      for (const { page, lines, turn } of selection) {
        const making = { author: reader.name, colour: ink };
        session.store.add(newTextMarkup(markup.gesture.markup, { surface: page.surface, lines, turn }, making));
      }
      document.getSelection()?.removeAllRanges();
    },
    [session, reader],
  );

  /** A tool for text, pressed while text is selected, marks it at once and leaves the reader's tool alone. */
  const chooseTool = (id: ToolId) => {
    const chosen = toolOf(id);
    const selection = lastSelection.current;
    lastSelection.current = [];
    if (chosen.gesture.kind === 'text' && selection.length > 0) {
      markSelection(chosen, inkColours[held.colourOf(id)], selection);
      return;
    }
    setSelected(null);
    held.choose(id);
  };
  const keepSelection = () => {
    lastSelection.current = canEdit ? selectedText(pages) : [];
  };

  const remove = (id: string) => {
    session.store.remove(id);
    setSelected(null);
  };
  const select = (id: string | null) => {
    setSelected(id);
    if (id !== null)
      document.querySelector<HTMLElement>(`[data-mark="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
  };

  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button > 0 || !(event.target instanceof Element) || event.target.closest('[data-gesture]')) return;
    const { clientX, clientY, pointerType, target } = event;
    // The browser settles the selection only after this event.
    setTimeout(() => {
      if (tool.gesture.kind === 'text' && canEdit) {
        const selection = selectedText(pages);
        if (selection.length > 0) return markSelection(tool, colour, selection);
      }
      const meant = meantBy({ clientX, clientY, pointerType, target }, pages, marks.marks);
      if (meant.kind === 'mark') select(meant.id);
      else setSelected(null);
      if (meant.kind === 'page' && tool.gesture.kind === 'select') stage?.pressed();
    });
  };

  useLayerKeys(content, mode !== 'minimized', (event) => {
    if (isTyping(event.target)) return;
    const command = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (command && canEdit && key === 'z' && !event.shiftKey) session.store.undo();
    else if (command && canEdit && (key === 'y' || (key === 'z' && event.shiftKey))) session.store.redo();
    else if (command && (key === '+' || key === '=')) stage?.zoomIn();
    else if (command && key === '-') stage?.zoomOut();
    else if (command && key === '0') stage?.fit();
    else if (!command && !event.altKey && canEdit) {
      const chosen = usable.find((each) => each.key.toLowerCase() === key);
      if (!chosen) return;
      keepSelection();
      chooseTool(chosen.id);
    } else return;
    event.preventDefault();
  });

  if (failure) return <FailedPane document={shown} onDownload={onDownload} />;

  const annotate = canEdit
    ? { tools: usable, held, choose: chooseTool, canUndo, canRedo, store: session.store, room }
    : null;
  return (
    <div ref={content} className={styles.content}>
      <ViewerTools
        state={state}
        stage={stage}
        annotate={annotate}
        panel={panel}
        onPanel={setPanel}
        onBeforePress={keepSelection}
      />
      <div className={styles.body} data-rail={(panel === 'thumbnails' && stage?.thumbnails && true) || undefined}>
        {panel === 'thumbnails' && stage?.thumbnails && (
          <ThumbnailRail stage={stage} thumbnails={stage.thumbnails} state={state} />
        )}
        <div className={styles.canvas} onPointerUp={onPointerUp}>
          <StagePlace load={load} onStage={setStage} onFailed={onFailed} />
          {state.kind === 'loading' && <p className={styles.loading}>Opening the document…</p>}
        </div>
      </div>
      {panel === 'tray' && annotate && <ToolTray annotate={annotate} onBeforePress={keepSelection} />}
      {session.access !== 'none' && (
        <MarkLayer
          pages={pages}
          marks={marks}
          selected={selected}
          onSelect={setSelected}
          onRemove={canEdit ? remove : undefined}
        />
      )}
      {canEdit &&
        tool.gesture.kind === 'draw' &&
        pages.map((page) => (
          <InkPad
            key={page.surface.page}
            page={page}
            colour={colour}
            palm={palm}
            onStroke={(stroke) => session.store.add(newInk(page.surface, stroke, { author: reader.name, colour }))}
          />
        ))}
      {canEdit &&
        tool.gesture.kind === 'erase' &&
        pages.map((page) => <EraserPad key={page.surface.page} page={page} marks={marks.marks} onErase={remove} />)}
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

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}
