import { useCallback, useRef, useState } from 'react';
import type { Annotation, DrawnAnnotation, Point } from '#domain/xfdf/annotation.ts';
import { useStore } from '#web/store.ts';
import { type SelectedText, selectedText } from '#web/viewer/pdf/selected-text.ts';
import { pagesOf, type ShownPage, type Stage } from '#web/viewer/stage.ts';
import { type Tool, type ToolId, toolOf, tools, useToolState } from '#web/viewer/tools/tools.ts';
import type { DocumentViewerProps } from '#web/viewer/types.ts';
import type { AnnotationSession } from './annotation-session.ts';
import { inkColours } from './ink-colours.ts';
import {
  type AnnotationDefaults,
  defaultShapeEnds,
  newFreeText,
  newNote,
  newShape,
  newTextMarkup,
  pdfNow,
} from './new-annotation.ts';

interface OpenCard {
  readonly id: string;
  readonly toWrite: boolean;
}

export type Annotating = Readonly<ReturnType<typeof useAnnotating>>;

type AnnotatingParts = Pick<DocumentViewerProps, 'document' | 'reader' | 'firstAnnotation'> & {
  readonly session: AnnotationSession;
  readonly stage: Stage | null;
};

export function useAnnotating({ document: shown, reader, firstAnnotation, session, stage }: AnnotatingParts) {
  const { store } = session;
  const chosen = useChosen(firstAnnotation ?? null);
  const [pulled, setPulled] = useState<DrawnAnnotation | null>(null);
  const [isKeyed, setKeyed] = useState(false);
  const lastSelection = useRef<readonly SelectedText[]>([]);
  const held = useToolState();
  const { annotations, canUndo, canRedo, room } = useStore(store.state);
  const canEdit = session.access === 'edit';
  const tool = toolOf(held.tool);
  const defaultsOf = (id: ToolId): AnnotationDefaults => {
    const { colour, width, opacity } = held.styleOf(id);
    return { author: reader.name, colour: inkColours[colour], width, opacity };
  };
  const annotateText = (markup: Tool, selection: readonly SelectedText[]): string | undefined => {
    const made = textMarkupsOf(markup, selection, defaultsOf(markup.id));
    for (const annotation of made) store.add(annotation);
    if (made.length > 0) document.getSelection()?.collapseToEnd();
    return made.at(-1)?.id;
  };
  const select = (id: string, opens: boolean): void => {
    held.choose('select');
    chosen.show(id, opens);
  };
  const annotateAndSelect = (markup: Tool, selection: readonly SelectedText[]): boolean => {
    const id = annotateText(markup, selection);
    if (id !== undefined) select(id, false);
    return id !== undefined;
  };
  const add = (annotation: DrawnAnnotation, opens = false): void => {
    if (store.add(annotation) !== 'refused') select(annotation.id, opens);
  };
  const showWords = (changed: Annotation | null): void => {
    if (changed === null) return;
    chosen.setSelected(changed.id);
    chosen.openCard({ id: changed.id, toWrite: false });
  };
  return {
    canEdit,
    canUndo,
    canRedo,
    room,
    held,
    tool,
    // Text tools do not work on images.
    usable: shown.kind === 'image' ? tools.filter(({ gesture }) => gesture.kind !== 'text') : tools,
    defaults: defaultsOf(held.tool),
    annotations: annotations.annotations.map((annotation) => (annotation.id === pulled?.id ? pulled : annotation)),
    selected: chosen.selected,
    card: chosen.card,
    isKeyed,
    /**
     * A text tool chosen while text is selected annotates the selection at once and does not become the current tool.
     */
    chooseTool(id: ToolId, byKey = false): void {
      const selection = lastSelection.current;
      lastSelection.current = [];
      if (annotateAndSelect(toolOf(id), selection)) return;
      setKeyed(byKey);
      chosen.clear();
      held.choose(id);
    },
    /** Call this before a click clears the text selection. */
    rememberSelection(): void {
      lastSelection.current = canEdit ? selectedText(pagesOf(stage)) : [];
    },
    annotateSelection: (markup: Tool): boolean =>
      canEdit && annotateText(markup, selectedText(pagesOf(stage))) !== undefined,
    annotateByKey: (markup: Tool): boolean => annotateAndSelect(markup, selectedText(pagesOf(stage))),
    add,
    addStroke: (annotation: DrawnAnnotation): void => void store.add(annotation),
    addAt(page: ShownPage, at: Point): void {
      const annotation = annotationOf(tool, { page, at, defaults: defaultsOf(tool.id) });
      if (annotation !== null) add(annotation, tool.gesture.kind === 'place');
    },
    change: (annotation: DrawnAnnotation, run?: string) => store.change({ ...annotation, modified: pdfNow() }, run),
    undo: () => showWords(store.undo()),
    redo: () => showWords(store.redo()),
    remove(id: string): void {
      store.remove(id);
      chosen.clear();
    },
    select: chosen.select,
    setSelected: chosen.setSelected,
    openCard: chosen.openCard,
    pull: setPulled,
  };
}

function useChosen(first: string | null) {
  const [selected, setSelected] = useState(first);
  const [card, setCard] = useState<OpenCard | null>(first === null ? null : { id: first, toWrite: false });
  const select = useCallback((id: string | null) => {
    setSelected(id);
    if (id !== null) requestAnimationFrame(() => targetOf(id)?.focus({ preventScroll: true }));
  }, []);
  return {
    selected,
    card,
    select,
    setSelected(id: string | null): void {
      setSelected(id);
      setCard((open) => (open !== null && open.id === id ? open : null));
    },
    show(id: string, opens: boolean): void {
      setSelected(id);
      if (opens) setCard({ id, toWrite: true });
      else select(id);
    },
    clear(): void {
      setSelected(null);
      setCard(null);
    },
    openCard(next: OpenCard | null): void {
      const closed = card;
      setCard(next);
      if (next === null && closed !== null) select(closed.id);
    },
  };
}

function textMarkupsOf(
  { gesture }: Tool,
  selection: readonly SelectedText[],
  defaults: AnnotationDefaults,
): readonly DrawnAnnotation[] {
  if (gesture.kind !== 'text') return [];
  return selection.map(({ page, ...text }) =>
    newTextMarkup(gesture.markup, { surface: page.surface, ...text }, defaults),
  );
}

function annotationOf(
  { gesture }: Tool,
  { page, at, defaults }: { readonly page: ShownPage; readonly at: Point; readonly defaults: AnnotationDefaults },
): DrawnAnnotation | null {
  const { surface } = page;
  if (gesture.kind === 'shape') return newShape(gesture.shape, surface, defaultShapeEnds(surface, at), defaults);
  if (gesture.kind !== 'place') return null;
  return gesture.what === 'note' ? newNote(surface, at, defaults) : newFreeText(surface, at, defaults);
}

function targetOf(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-annotation="${CSS.escape(id)}"]`);
}
