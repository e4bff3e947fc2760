import { Download, ExternalLink } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { sizeText } from '#domain/documents.ts';
import { videoOf } from '#domain/links.ts';
import { viewerMessages } from '#domain/messages/documents.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { FileGlyph } from '#web/ui/rows/file-glyph.tsx';
import { useTimeout } from '#web/ui/use-timeout.ts';
import type { ViewedDocument } from '#web/viewer/types.ts';
import styles from './pane.module.css';

interface FilePaneProps {
  readonly document: ViewedDocument;
  readonly onDownload: () => void;
}

function DownloadButton({
  onDownload,
  isPending = false,
}: Pick<FilePaneProps, 'onDownload'> & { isPending?: boolean }) {
  return (
    <Button variant="primary" icon={Download} isPending={isPending} onPress={onDownload}>
      Download File
    </Button>
  );
}

/** Milliseconds from the click on Download File until the dialog closes. */
const downloadClosePause = 2000;

export function DownloadPane({ document, onDownload, onClose }: FilePaneProps & { readonly onClose: () => void }) {
  const [isDownloading, setIsDownloading] = useState(false);
  useTimeout(onClose, isDownloading ? downloadClosePause : null);
  const download = (): void => {
    onDownload();
    setIsDownloading(true);
  };
  return (
    <Pane
      extension={document.extension}
      title="Preview not available"
      text="This file type cannot be previewed in a browser. Download now?"
      meta={fileLine(document)}
      actions={
        <>
          <DownloadButton isPending={isDownloading} onDownload={download} />
          <Button onPress={onClose}>Close</Button>
        </>
      }
    />
  );
}

export function FailedPane({ document, cause, onDownload }: FilePaneProps & { readonly cause: unknown }) {
  // pdf.js throws this error for a file that is damaged or not a PDF.
  const isDamaged = cause instanceof Error && cause.name === 'InvalidPDFException';
  return (
    <Pane
      extension={document.extension}
      title={viewerMessages.notShown}
      text={isDamaged ? viewerMessages.damaged : undefined}
      meta={fileLine(document)}
      actions={document.downloadUrl !== undefined && <DownloadButton onDownload={onDownload} />}
    />
  );
}

export function fileLine({ title, extension, byteSize }: ViewedDocument): string {
  const name = title.toLowerCase().endsWith(`.${extension}`) ? title : `${title}.${extension}`;
  return byteSize === undefined ? name : `${name}, ${sizeText(byteSize)}`;
}

/** Only http and https links can be opened. */
export function LinkPane({ document, onClose }: Pick<Parameters<typeof DownloadPane>[0], 'document' | 'onClose'>) {
  const url = URL.canParse(document.url) ? new URL(document.url) : undefined;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return (
    <Pane
      extension="link"
      title="External link"
      text={isWeb ? `This link opens ${url.host} in a new window.` : 'This address cannot be opened.'}
      meta={document.url}
      actions={
        <>
          {isWeb && (
            <LinkButton variant="primary" icon={ExternalLink} href={url.href} target="_blank" rel="noopener noreferrer">
              Open link
            </LinkButton>
          )}
          <Button onPress={onClose}>Close</Button>
        </>
      }
    />
  );
}

interface PaneProps {
  readonly extension: string;
  readonly title: string;
  readonly text?: string | undefined;
  readonly actions?: ReactNode;
  readonly meta: string;
}

export function Pane({ extension, title, text, actions, meta }: PaneProps) {
  return (
    <div className={styles.pane}>
      <div className={styles.glyph}>
        <FileGlyph type={extension} />
      </div>
      <h3 className={styles.title}>{title}</h3>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
      <p className={styles.meta}>{meta}</p>
    </div>
  );
}

const previewTexts = {
  'preview-pending': {
    title: 'The preview is being created',
    text: 'It opens here as soon as it is ready. You can download the file now.',
  },
  'preview-failed': {
    title: 'No preview could be created',
    text: 'The file may be damaged or protected by a password. You can still download it.',
  },
} as const;

interface PreviewPaneProps extends FilePaneProps {
  readonly state: keyof typeof previewTexts;
}

export function PreviewPane({ document, state, onDownload }: PreviewPaneProps) {
  return (
    <Pane
      extension={document.extension}
      {...previewTexts[state]}
      meta={fileLine(document)}
      actions={<DownloadButton onDownload={onDownload} />}
    />
  );
}

export function MediaPane({ document, onDownload }: FilePaneProps) {
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
