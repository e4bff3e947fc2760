import { ExternalLink } from 'lucide-react';
import { videoOf } from '#domain/links.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import type { ViewedDocument } from '#web/viewer/types.ts';
import styles from './pane.module.css';
import { Pane } from './panes.tsx';

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
