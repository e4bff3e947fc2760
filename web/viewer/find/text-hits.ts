import { findInText } from '#domain/find-in-text.ts';
import type { ShownPage } from '#web/viewer/stage.ts';

/** The words found on a drawn page, as ranges of its text; none while its text is not there. */
export function textHits(page: ShownPage, words: string): readonly Range[] {
  const text = page.element.querySelector<HTMLElement>('.textLayer');
  if (!text) return [];
  const pieces: { readonly node: Text; readonly start: number }[] = [];
  let whole = '';
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) {
      pieces.push({ node, start: whole.length });
      whole += node.data;
    } else if (node.nodeName === 'BR') whole += '\n';
  }
  return findInText(whole, words).map(({ start, end }) => {
    const first = pieces.findLast((piece) => piece.start <= start) ?? pieces[0];
    const last = pieces.findLast((piece) => piece.start < end) ?? first;
    const range = document.createRange();
    if (!first || !last) return range;
    range.setStart(first.node, Math.min(start - first.start, first.node.length));
    range.setEnd(last.node, Math.min(end - last.start, last.node.length));
    return range;
  });
}
