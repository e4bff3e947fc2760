import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useListener } from '#web/ui/use-listener.ts';
import { bringIntoView } from '#web/viewer/find/use-find.ts';
import { type PageText, pageText, placeOf } from '#web/viewer/pdf/page-text.ts';
import { pagesOf, type ShownPage, type Stage, stateOf } from '#web/viewer/stage.ts';
import { caretStepOf, spokenOf, stepFrom } from './caret-steps.ts';
import styles from './keyboard-caret.module.css';

export type KeyboardCaret = Readonly<ReturnType<typeof useKeyboardCaret>>;

/** Uses the focus of the browser's own selection, so that a selection made with a mouse can be extended. */
export function useKeyboardCaret() {
  // `step` changes each time, because screen readers do not repeat unchanged text.
  const [spoken, setSpoken] = useState({ words: '', step: 0 });
  return {
    spoken,
    press(event: KeyboardEvent, stage: Stage | null, isMoving: boolean): boolean {
      const step = caretStepOf(event);
      const selection = document.getSelection();
      if (step === null || selection === null || !(step.isSelecting || isMoving)) return false;
      const { page } = stateOf(stage);
      const pages = pagesOf(stage).filter(({ surface }) => Math.abs(surface.page + 1 - page) <= 1);
      const text = pageText(pages);
      // If the reader has scrolled away from the caret, it starts again at the first visible letter.
      const isHere = !selection.isCollapsed || isInView(selection.focusNode?.parentElement ?? null);
      const begun = isHere ? offsetOf(text, selection.focusNode, selection.focusOffset) : null;
      const from = begun ?? firstVisible(text, pages);
      const to = begun === null && !step.isSelecting ? from : stepFrom(text.whole, from, step);
      const anchor = begun === null ? from : (offsetOf(text, selection.anchorNode, selection.anchorOffset) ?? from);
      const [start, end] = [placeOf(text, step.isSelecting ? anchor : to), placeOf(text, to)];
      if (start === null || end === null) return false;
      selection.setBaseAndExtent(start.node, start.offset, end.node, end.offset);
      const reached = end.node.parentElement;
      if (reached !== null && !isInView(reached)) bringIntoView(reached);
      setSpoken((before) => ({ words: spokenOf(text.whole, { from, to, anchor }, step), step: before.step + 1 }));
      return true;
    },
  };
}

function offsetOf({ pieces }: PageText, node: Node | null, offset: number): number | null {
  const piece = pieces.find((each) => each.node === node);
  return piece ? piece.start + offset : null;
}

function firstVisible({ pieces }: PageText, pages: readonly ShownPage[]): number {
  const scrolled = pages[0]?.element.closest('[tabindex="0"]')?.getBoundingClientRect();
  const top = scrolled?.top ?? 0;
  const visible = pieces.find(
    ({ node }) => node.data.trim() !== '' && (node.parentElement?.getBoundingClientRect().top ?? 0) >= top,
  );
  return visible?.start ?? 0;
}

function isInView(words: Element | null): boolean {
  const [at, visible] = [words, words?.closest('[tabindex="0"]')].map((each) => each?.getBoundingClientRect());
  return at !== undefined && visible !== undefined && at.top >= visible.top && at.bottom <= visible.bottom;
}

interface CaretPlace {
  readonly page: ShownPage;
  readonly box: { readonly left: string; readonly top: string; readonly height: string };
}

interface CaretLayerProps extends Pick<KeyboardCaret, 'spoken'> {
  readonly stage: Stage | null;
  readonly isShown: boolean;
}

/** Draws the caret, because browsers render one only in editable text. */
export function CaretLayer({ stage, isShown, spoken }: CaretLayerProps) {
  const [place, setPlace] = useState<CaretPlace | null>(null);
  useListener(document, 'selectionchange', () => setPlace(caretPlace(pagesOf(stage))));
  return (
    <>
      {isShown && place !== null && createPortal(<div className={styles.caret} style={place.box} />, place.page.over)}
      <p className="visually-hidden" role="status">
        <span key={spoken.step}>{spoken.words}</span>
      </p>
    </>
  );
}

function caretPlace(pages: readonly ShownPage[]): CaretPlace | null {
  const selection = document.getSelection();
  if (selection === null || selection.rangeCount === 0 || !selection.isCollapsed) return null;
  const page = pages.find(({ element }) => element.contains(selection.focusNode));
  const caret = selection.getRangeAt(0).getBoundingClientRect();
  if (page === undefined || caret.height === 0) return null;
  const whole = page.element.getBoundingClientRect();
  const percent = (part: number, of: number): string => `${(100 * part) / of}%`;
  const [left, top] = [percent(caret.left - whole.left, whole.width), percent(caret.top - whole.top, whole.height)];
  return { page, box: { left, top, height: percent(caret.height, whole.height) } };
}
