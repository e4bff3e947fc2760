import type { MarkedText } from '#contract/search.ts';

/** A text with what matches marked. */
export function Marked({ text }: { readonly text: MarkedText }) {
  let at = 0;
  return text.map((piece) => {
    const key = at;
    at += piece.text.length;
    return piece.is_match ? <mark key={key}>{piece.text}</mark> : <span key={key}>{piece.text}</span>;
  });
}
