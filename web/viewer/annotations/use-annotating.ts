import { useCallback, useRef, useState } from 'react';
import type { Annotation, DrawnAnnotation, Point } from '#domain/xfdf/annotation.ts';
import { useStore } from '#web/store.ts';
import { type SelectedText, selectedText } from '#web/viewer/pdf/selected-text.ts';
import type { ShownPage } from '#web/viewer/stage.ts';
import { type Tool, type ToolId, toolOf, tools } from '#web/viewer/tools/tools.ts';
import { type ToolState, useToolState } from '#web/viewer/tools/use-tool-state.ts';
import type { Reader, ViewedDocument } from '#web/viewer/types.ts';
import type { AnnotationSession } from './annotation-session.ts';
import { stamped } from './edit-annotation.ts';
import { inkColours } from './ink-colours.ts';
import {
  type AnnotationDefaults,
  defaultShapeEnds,
  newFreeText,
  newNote,
  newShape,
  newTextMarkup,
} from './new-annotation.ts';

/** The open card of an annotation; `toWrite`: with the focus in its text. */
interface OpenCard {
  readonly id: string;
  readonly toWrite: boolean;
}

export interface Annotating {
  readonly canEdit: boolean;
  readonly held: ToolState;
  readonly tool: Tool;
  readonly usable: readonly Tool[];
  readonly defaults: AnnotationDefaults;
  /** The one that is being pulled as it would be. */
  readonly annotations: readonly Annotation[];
  readonly selected: string | null;
  readonly card: OpenCard | null;
  readonly chooseTool: (id: ToolId) => void;
  /** Before a press takes the selection of text away. */
  readonly rememberSelection: () => void;
  readonly annotateSelection: (tool: Tool) => boolean;
  /** Puts the tool away and selects the annotation. */
  readonly add: (annotation: DrawnAnnotation, opens?: boolean) => void;
  /** The pen stays in hand. */
  readonly addStroke: (annotation: DrawnAnnotation) => void;
  readonly addAt: (page: ShownPage, at: Point) => void;
  readonly change: (annotation: DrawnAnnotation, run?: string) => void;
  readonly remove: (id: string) => void;
  /** Also gives it the focus. */
  readonly select: (id: string | null) => void;
  readonly setSelected: (id: string | null) => void;
  readonly openCard: (card: OpenCard | null) => void;
  readonly pull: (annotation: DrawnAnnotation | null) => void;
}

/** What the reader does with annotations: the tool in hand, the selected annotation, and what becomes of both. */
export function useAnnotating(
  session: AnnotationSession,
  {
    shown,
    reader,
    pages,
  }: { readonly shown: ViewedDocument; readonly reader: Reader; readonly pages: readonly ShownPage[] },
): Annotating {
  const [selected, setSelected] = useState<string | null>(null);
  const [card, setCard] = useState<OpenCard | null>(null);
  const [pulled, setPulled] = useState<DrawnAnnotation | null>(null);
  const lastSelection = useRef<readonly SelectedText[]>([]);
  const held = useToolState();
  const { annotations } = useStore(session.store.state);
  const canEdit = session.access === 'edit';
  const tool = toolOf(held.tool);
  const defaultsOf = (id: ToolId): AnnotationDefaults => {
    const { colour, width, opacity } = held.styleOf(id);
    return { author: reader.name, colour: inkColours[colour], width, opacity };
  };

  const annotateText = (markup: Tool, selection: readonly SelectedText[]): boolean => {
    if (markup.gesture.kind !== 'text' || selection.length === 0) return false;
    for (const { page, lines, turn } of selection) {
      session.store.add(
        newTextMarkup(markup.gesture.markup, { surface: page.surface, lines, turn }, defaultsOf(markup.id)),
      );
    }
    document.getSelection()?.removeAllRanges();
    return true;
  };

  const select = useCallback((id: string | null) => {
    setSelected(id);
    // After React has rendered what is new.
    if (id !== null) requestAnimationFrame(() => targetOf(id)?.focus({ preventScroll: true }));
  }, []);

  const openCard = (next: OpenCard | null) => {
    const closed = card;
    setCard(next);
    if (next === null && closed !== null) select(closed.id);
  };

  const add = (annotation: DrawnAnnotation, opens = false) => {
    if (session.store.add(annotation) === 'refused') return;
    held.choose('select');
    setSelected(annotation.id);
    if (opens) setCard({ id: annotation.id, toWrite: true });
    else select(annotation.id);
  };

  return {
    canEdit,
    held,
    tool,
    // Images have no text to highlight.
    usable: shown.kind === 'image' ? tools.filter(({ gesture }) => gesture.kind !== 'text') : tools,
    defaults: defaultsOf(held.tool),
    annotations:
      pulled === null
        ? annotations.annotations
        : annotations.annotations.map((annotation) => (annotation.id === pulled.id ? pulled : annotation)),
    selected,
    card,
    /** A tool for text, pressed while text is selected, annotates it at once and leaves the reader's tool alone. */
    chooseTool(id) {
      const selection = lastSelection.current;
      lastSelection.current = [];
      if (annotateText(toolOf(id), selection)) return;
      setSelected(null);
      setCard(null);
      held.choose(id);
    },
    rememberSelection() {
      lastSelection.current = canEdit ? selectedText(pages) : [];
    },
    annotateSelection: (markup) => canEdit && annotateText(markup, selectedText(pages)),
    add,
    addStroke: (annotation) => void session.store.add(annotation),
    addAt(page, at) {
      const { gesture } = tool;
      const defaults = defaultsOf(tool.id);
      if (gesture.kind === 'place') {
        add(
          gesture.what === 'note' ? newNote(page.surface, at, defaults) : newFreeText(page.surface, at, defaults),
          true,
        );
      } else if (gesture.kind === 'shape') {
        add(newShape(gesture.shape, page.surface, defaultShapeEnds(page.surface, at), defaults));
      }
    },
    change: (annotation, run) => void session.store.change(stamped(annotation), run),
    remove(id) {
      session.store.remove(id);
      setSelected(null);
      setCard(null);
    },
    select,
    setSelected(id) {
      setSelected(id);
      setCard((open) => (open !== null && open.id === id ? open : null));
    },
    openCard,
    pull: setPulled,
  };
}

function targetOf(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-annotation="${CSS.escape(id)}"]`);
}
