import { linesOf, type ViewRect } from '../marks/text-quads.ts';
import type { ShownPage } from '../stage.ts';

export interface SelectedText {
  readonly page: ShownPage;
  readonly lines: readonly ViewRect[];
}

/** What is selected in the text of the shown pages, as lines on each of them. Nothing selected: an empty list. */
export function selectedText(pages: readonly ShownPage[]): readonly SelectedText[] {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return [];
  const range = selection.getRangeAt(0);
  return pages.flatMap((page) => {
    const text = page.element.querySelector('.textLayer');
    if (!text || !range.intersectsNode(text)) return [];
    const lines = linesOf(pieces(range, text).map((rect) => toView(page, rect)));
    return lines.length > 0 ? [{ page, lines }] : [];
  });
}

/** The boxes of the selected letters. The range's own boxes would also count whole elements in between. */
function pieces(range: Range, text: Element): readonly DOMRect[] {
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  const found: DOMRect[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!range.intersectsNode(node) || node.textContent?.trim() === '') continue;
    const part = document.createRange();
    part.selectNodeContents(node);
    if (node === range.startContainer) part.setStart(node, range.startOffset);
    if (node === range.endContainer) part.setEnd(node, range.endOffset);
    if (!part.collapsed) found.push(...part.getClientRects());
  }
  return found;
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
