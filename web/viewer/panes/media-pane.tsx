import { useState } from 'react';
import type { ViewedDocument } from '#web/viewer/types.ts';
import styles from './pane.module.css';
import { FailedPane } from './panes.tsx';

interface MediaPaneProps {
  readonly document: ViewedDocument;
  readonly onDownload: () => void;
}

export function MediaPane({ document, onDownload }: MediaPaneProps) {
  const [failure, setFailure] = useState<{ readonly cause: unknown } | null>(null);
  if (failure) return <FailedPane document={document} cause={failure.cause} onDownload={onDownload} />;
  return (
    <div className={styles.video}>
      {/* biome-ignore lint/a11y/useMediaCaption: captions are in the file, if anywhere */}
      <video
        className={styles.frame}
        src={document.url}
        aria-label={document.title}
        controls
        playsInline
        preload="metadata"
        onError={(event) => {
          console.warn('The video could not be played', event.currentTarget.error);
          setFailure({ cause: event.currentTarget.error });
        }}
      />
    </div>
  );
}
