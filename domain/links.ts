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

/** Link documents: their kind by address, and the addresses of the two embedded players (specification 3 and 4). */

/** A link's `mime_type` (specification 3). */
export const linkKinds = [
  'generic',
  'youtube',
  'vimeo',
  'google-doc',
  'google-sheet',
  'google-slide',
  'google-form',
] as const;
export type LinkKind = (typeof linkKinds)[number];

const googleKindByFolder: Readonly<Record<string, LinkKind>> = {
  document: 'google-doc',
  spreadsheets: 'google-sheet',
  presentation: 'google-slide',
  forms: 'google-form',
};

/** The kind of a link. A page of YouTube or Vimeo that is no single video is generic: it cannot be embedded. */
export function linkKindOf(address: string): LinkKind {
  const url = parse(address);
  if (url === null) return 'generic';
  if (youTubeVideoId(url) !== null) return 'youtube';
  if (vimeoVideo(url) !== null) return 'vimeo';
  const host = url.hostname.replace(/^www\./, '');
  if (host === 'forms.gle') return 'google-form';
  if (host !== 'docs.google.com') return 'generic';
  const folder = url.pathname.split('/').find((part) => part !== '' && part !== 'a' && !part.includes('.'));
  return googleKindByFolder[folder ?? ''] ?? 'generic';
}

/** The player's address for a frame, on YouTube's cookieless host or Vimeo's player; `null` for any other link. */
export function embedAddress(address: string): string | null {
  const url = parse(address);
  if (url === null) return null;
  const youTubeId = youTubeVideoId(url);
  if (youTubeId !== null) return `https://www.youtube-nocookie.com/embed/${youTubeId}`;
  const vimeo = vimeoVideo(url);
  if (vimeo === null) return null;
  const hash = vimeo.hash === null ? '' : `&h=${vimeo.hash}`;
  return `https://player.vimeo.com/video/${vimeo.id}?dnt=1${hash}`;
}

function parse(address: string): URL | null {
  const url = URL.parse(address.trim());
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null;
}

const youTubeHosts: ReadonlySet<string> = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
]);

function youTubeVideoId(url: URL): string | null {
  const [first, second] = url.pathname.split('/').filter((part) => part !== '');
  let id: string | null | undefined = null;
  if (url.hostname === 'youtu.be') id = first;
  else if (youTubeHosts.has(url.hostname)) {
    if (first === 'watch') id = url.searchParams.get('v');
    else if (first === 'embed' || first === 'shorts' || first === 'live' || first === 'v') id = second;
  }
  return id && /^[\w-]{11}$/.test(id) ? id : null;
}

/** Vimeo's unlisted videos carry a hash, as a second path part or as `h`; the player needs it. */
function vimeoVideo(url: URL): { readonly id: string; readonly hash: string | null } | null {
  const host = url.hostname.replace(/^www\./, '');
  if (host !== 'vimeo.com' && host !== 'player.vimeo.com') return null;
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const at = parts.findIndex((part) => /^\d{5,12}$/.test(part));
  const id = parts[at];
  if (id === undefined) return null;
  const hash = url.searchParams.get('h') ?? parts[at + 1] ?? '';
  return { id, hash: /^[0-9a-f]{6,40}$/i.test(hash) ? hash : null };
}
