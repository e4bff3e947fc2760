import type { ShownPage } from '#web/viewer/stage.ts';

export type PageText = Readonly<ReturnType<typeof pageText>>;

/** Lines end with a line feed. */
export function pageText(pages: readonly ShownPage[]) {
  const pieces: { readonly node: Text; readonly start: number }[] = [];
  let whole = '';
  for (const page of pages) {
    const text = page.element.querySelector<HTMLElement>('.textLayer');
    if (!text) continue;
    if (whole !== '') whole += '\n';
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Text) {
        pieces.push({ node, start: whole.length });
        whole += node.data;
      } else if (node.nodeName === 'BR') whole += '\n';
    }
  }
  return { whole, pieces };
}

export function placeOf({ pieces }: PageText, at: number): { readonly node: Text; readonly offset: number } | null {
  const piece = pieces.findLast(({ start }) => start <= at) ?? pieces[0];
  return piece ? { node: piece.node, offset: Math.min(Math.max(0, at - piece.start), piece.node.length) } : null;
}
