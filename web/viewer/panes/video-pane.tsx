import { ExternalLink } from 'lucide-react';
import { LinkButton } from '#web/ui/actions/button.tsx';
import type { ViewedDocument } from '#web/viewer/types.ts';
import styles from './pane.module.css';
import { Pane } from './panes.tsx';

/** A YouTube or Vimeo video with a link to its own site. */
export function VideoPane({ document }: { readonly document: ViewedDocument }) {
  const video = videoOf(document.url);
  if (!video) return <Pane extension="video" title="This video cannot be shown" meta={document.url} />;
  return (
    <div className={styles.video}>
      <iframe
        className={styles.frame}
        src={video.frameUrl}
        title={document.title}
        allow="fullscreen; picture-in-picture; encrypted-media"
        referrerPolicy="strict-origin-when-cross-origin"
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      />
      <div className={styles.foot}>
        <LinkButton icon={ExternalLink} href={video.watchUrl} target="_blank" rel="noopener noreferrer">
          {`View on ${video.site}`}
        </LinkButton>
      </div>
    </div>
  );
}

/** `address` is that of the frame. `site` names where the video is hosted. */
export interface Video {
  readonly site: 'YouTube' | 'Vimeo';
  readonly frameUrl: string;
  readonly watchUrl: string;
}

/** Returns undefined if the address is not a video of either site. */
export function videoOf(address: string): Video | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  return youtube(url) ?? vimeo(url);
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
  if (!id || !/^[\w-]{6,20}$/.test(id)) return undefined;
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
  // An unlisted video needs its hash: in the path after the id, or as `h`.
  const secret = [url.searchParams.get('h'), parts[at + 1]].find((part) => part && /^[0-9a-f]{6,20}$/.test(part));
  return {
    site: 'Vimeo',
    frameUrl: `https://player.vimeo.com/video/${id}${secret ? `?h=${secret}` : ''}`,
    watchUrl: `https://vimeo.com/${id}${secret ? `/${secret}` : ''}`,
  };
}

/** `90`, `90s` or `1h2m3s`. */
function startSeconds(text: string | null): number {
  const parts = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(text ?? '');
  if (!parts) return 0;
  const [, hours = '0', minutes = '0', seconds = '0'] = parts;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
