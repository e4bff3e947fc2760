/** A piece of plain text that somebody typed; `href` where it is an address. */
export interface TextPart {
  readonly text: string;
  readonly href: string | null;
}

/** Web addresses only: nothing else that a browser would follow is ever made a link. */
const address = /https?:\/\/[^\s<>"'`“”‘’]+/giu;

/**
 * Finds the web addresses in plain text. Punctuation at the end belongs to the sentence, a closing bracket too unless it
 * was opened within the address.
 */
export function linkedText(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(address)) {
    const found = withoutSentenceEnd(match[0]);
    if (!isWebAddress(found)) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), href: null });
    parts.push({ text: found, href: found });
    end = match.index + found.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}

function withoutSentenceEnd(found: string): string {
  const trimmed = found.replace(/[.,;:!?…]+$/u, '');
  const closes = trimmed.endsWith(')') || trimmed.endsWith(']');
  const isOpened = trimmed.endsWith(')') ? trimmed.includes('(') : trimmed.includes('[');
  return closes && !isOpened ? withoutSentenceEnd(trimmed.slice(0, -1)) : trimmed;
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  // Credentials in an address only serve to deceive whoever reads it.
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '' && url.username === '' && url.password === ''
  );
}
