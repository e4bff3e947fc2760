import { type QuarterTurns, turnedLinesOf, turnOf, type ViewRect } from '#web/viewer/annotations/text-quads.ts';
import type { ShownPage } from '#web/viewer/stage.ts';

export interface SelectedText {
  readonly page: ShownPage;
  readonly lines: readonly ViewRect[];
  readonly turn: QuarterTurns;
  readonly words: string;
}

export function selectedText(pages: readonly ShownPage[]): readonly SelectedText[] {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return [];
  const range = selection.getRangeAt(0);
  return pages.flatMap((page) => {
    const text = page.element.querySelector<HTMLElement>('.textLayer');
    if (!text || !range.intersectsNode(text)) return [];
    return [...Map.groupBy(pieces(range, text), ({ turn }) => turn)].flatMap(([turn, some]) => {
      const rects = some.flatMap(({ boxes }) => boxes.map((box) => toView(page, box)));
      const lines = turnedLinesOf(rects, turn);
      return lines.length > 0 ? [{ page, lines, turn, words: some.map(({ words }) => words).join(' ') }] : [];
    });
  });
}

/** Returns the boxes of a range's letters, in view units. */
export function piecesOf(page: ShownPage, range: Range): readonly ViewRect[] {
  const text = page.element.querySelector<HTMLElement>('.textLayer');
  if (!text) return [];
  return pieces(range, text).flatMap(({ boxes }) => boxes.map((box) => toView(page, box)));
}

/** Returns the boxes of selected letters. The range's own boxes would include whole elements in between. */
function pieces(range: Range, text: HTMLElement) {
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!range.intersectsNode(node) || node.textContent?.trim() === '') continue;
    const part = document.createRange();
    part.selectNodeContents(node);
    if (node === range.startContainer) part.setStart(node, range.startOffset);
    if (node === range.endContainer) part.setEnd(node, range.endOffset);
    if (part.collapsed) continue;
    const turn = turnOfText(node.parentElement, text);
    found.push({ boxes: [...part.getClientRects()], turn, words: part.toString() });
  }
  return found;
}

/** pdf.js rotates each piece of text by `--rotate`, and the whole text layer by the page's rotation. */
function turnOfText(piece: HTMLElement | null, text: HTMLElement): QuarterTurns {
  const own = Number.parseFloat(piece?.style.getPropertyValue('--rotate') ?? '') || 0;
  return turnOf(own + Number(text.dataset.mainRotation ?? 0));
}

function toView({ element, surface }: ShownPage, rect: DOMRect): ViewRect {
  const box = element.getBoundingClientRect();
  const across = surface.size.width / box.width;
  const down = surface.size.height / box.height;
  return {
    left: (rect.left - box.left) * across,
    right: (rect.right - box.left) * across,
    top: (rect.top - box.top) * down,
    bottom: (rect.bottom - box.top) * down,
  };
}
