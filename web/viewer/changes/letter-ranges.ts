import { letterCount } from '#domain/revisions/page-words.ts';

interface Letters {
  readonly from: number;
  readonly to: number;
}

/** Counts letters of the NFKD text without white space, as the server does. Ranges outside the page become null. */
export function letterRanges(text: Element, wanted: readonly Letters[]): readonly (Range | null)[] {
  const pieces: (Letters & { readonly node: Text })[] = [];
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  let at = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    const from = at;
    at += letterCount(node.data);
    if (at > from) pieces.push({ node, from, to: at });
  }
  return wanted.map(({ from, to }) => {
    const first = pieces.find((piece) => piece.to > from);
    const last = pieces.findLast((piece) => piece.from < to);
    if (!first || !last || to <= from || to > at) return null;
    const range = document.createRange();
    range.setStart(first.node, offsetOf(first.node.data, from - first.from));
    range.setEnd(last.node, offsetOf(last.node.data, to - 1 - last.from, 'after'));
    return range;
  });
}

function offsetOf(data: string, letters: number, side: 'before' | 'after' = 'before'): number {
  let passed = 0;
  let at = 0;
  for (const character of data) {
    const next = passed + letterCount(character);
    if (next > letters) return side === 'before' ? at : at + character.length;
    passed = next;
    at += character.length;
  }
  return at;
}
