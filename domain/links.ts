export interface TextPart {
  readonly text: string;
  readonly href: string | null;
}

const address = /https?:\/\/[^\s<>"'`“”‘’]+/giu;

/** Excludes punctuation at the end of an address. */
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
  // Rejects addresses with credentials, because most of them are meant to deceive.
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

export function linkKindOf(address: string): LinkKind {
  const url = parse(address);
  if (url === null) return 'generic';
  const video = youtube(url) ?? vimeo(url);
  if (video) return video.site === 'YouTube' ? 'youtube' : 'vimeo';
  const host = url.hostname.replace(/^www\./, '');
  if (host === 'forms.gle') return 'google-form';
  if (host !== 'docs.google.com') return 'generic';
  const folder = url.pathname.split('/').find((part) => part !== '' && part !== 'a' && !part.includes('.'));
  return googleKindByFolder[folder ?? ''] ?? 'generic';
}

export interface Video {
  readonly site: 'YouTube' | 'Vimeo';
  readonly frameUrl: string;
  readonly watchUrl: string;
}

export function videoOf(address: string): Video | undefined {
  const url = parse(address);
  return url === null ? undefined : (youtube(url) ?? vimeo(url));
}

function parse(address: string): URL | null {
  const url = URL.parse(address.trim());
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null;
}

function youtube(url: URL): Video | undefined {
  const host = url.hostname.replace(/^(www|m|music)\./, '');
  const [first = '', second = ''] = url.pathname.split('/').filter(Boolean);
  const id =
    host === 'youtu.be'
      ? first
      : host === 'youtube.com' || host === 'youtube-nocookie.com'
        ? first === 'watch'
          ? url.searchParams.get('v')
          : ['embed', 'shorts', 'live', 'v'].includes(first)
            ? second
            : null
        : null;
  if (!id || !/^[\w-]{11}$/.test(id)) return undefined;
  const seconds = startSeconds(url.searchParams.get('t') ?? url.searchParams.get('start'));
  return {
    site: 'YouTube',
    frameUrl: `https://www.youtube-nocookie.com/embed/${id}${seconds > 0 ? `?start=${seconds}` : ''}`,
    watchUrl: `https://www.youtube.com/watch?v=${id}${seconds > 0 ? `&t=${seconds}s` : ''}`,
  };
}

function vimeo(url: URL): Video | undefined {
  const host = url.hostname.replace(/^www\./, '');
  if (host !== 'vimeo.com' && host !== 'player.vimeo.com') return undefined;
  const parts = url.pathname.split('/').filter(Boolean);
  const at = parts.findIndex((part) => /^\d{5,12}$/.test(part));
  const id = parts[at];
  if (!id) return undefined;
  // An unlisted video needs its hash, which is in the parameter `h` or follows the id in the path.
  const secret = [url.searchParams.get('h'), parts[at + 1]].find((part) => part && /^[0-9a-f]{6,40}$/i.test(part));
  return {
    site: 'Vimeo',
    frameUrl: `https://player.vimeo.com/video/${id}?dnt=1${secret ? `&h=${secret}` : ''}`,
    watchUrl: `https://vimeo.com/${id}${secret ? `/${secret}` : ''}`,
  };
}

/** For example, `90`, `90s` or `1h2m3s`. */
function startSeconds(text: string | null): number {
  const parts = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(text ?? '');
  if (!parts) return 0;
  const [, hours = '0', minutes = '0', seconds = '0'] = parts;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
