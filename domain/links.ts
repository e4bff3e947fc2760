export interface TextPart {
  readonly text: string;
  readonly href: string | null;
}

const address = /https?:\/\/[^\s<>"'`“”‘’]+/giu;

/** Trailing punctuation belongs to the sentence, as does a closing bracket that was not opened in the address. */
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
  // Addresses with credentials are rejected, because they usually serve to deceive.
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '' && url.username === '' && url.password === ''
  );
}

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

/** YouTube and Vimeo pages other than a single video count as generic links. */
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

/** Returns the address on YouTube's cookieless host or Vimeo's player, or null for other links. */
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

/** Unlisted Vimeo videos have a hash in the path or in `h`. */
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
