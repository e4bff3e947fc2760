import { Download, ExternalLink } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { viewerMessages } from '#domain/messages/documents.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { FileGlyph } from '#web/ui/rows/file-glyph.tsx';
import { useTimeout } from '#web/ui/use-timeout.ts';
import type { ViewedDocument } from '#web/viewer/types.ts';
import styles from './pane.module.css';

export function DownloadButton({ onDownload }: { readonly onDownload: () => void }) {
  return (
    <Button variant="primary" icon={Download} onPress={onDownload}>
      Download File
    </Button>
  );
}

/** Milliseconds from the click on Download File until the dialog closes. */
export const downloadClosePause = 2000;

interface DownloadPaneProps {
  readonly document: ViewedDocument;
  readonly onDownload: () => void;
  readonly onClose: () => void;
}

export function DownloadPane({ document, onDownload, onClose }: DownloadPaneProps) {
  const [isDownloading, setIsDownloading] = useState(false);
  useTimeout(onClose, isDownloading ? downloadClosePause : null);
  return (
    <Pane
      extension={document.extension}
      title="Preview not available"
      text="This file type cannot be previewed in a browser. Download now?"
      meta={fileLine(document)}
      actions={
        <>
          <Button
            variant="primary"
            icon={Download}
            isPending={isDownloading}
            onPress={() => {
              onDownload();
              setIsDownloading(true);
            }}
          >
            Download File
          </Button>
          <Button onPress={onClose}>Close</Button>
        </>
      }
    />
  );
}

interface FailedPaneProps {
  readonly document: ViewedDocument;
  readonly cause: unknown;
  readonly onDownload: () => void;
}

export function FailedPane({ document, cause, onDownload }: FailedPaneProps) {
  // pdf.js throws this error for a file that is damaged or not a PDF.
  const isDamaged = cause instanceof Error && cause.name === 'InvalidPDFException';
  return (
    <Pane
      extension={document.extension}
      title={viewerMessages.notShown}
      {...(isDamaged && { text: viewerMessages.damaged })}
      meta={fileLine(document)}
      {...(document.downloadUrl === undefined ? {} : { actions: <DownloadButton onDownload={onDownload} /> })}
    />
  );
}

export function fileLine({ title, extension, byteSize }: ViewedDocument): string {
  const name = title.toLowerCase().endsWith(`.${extension}`) ? title : `${title}.${extension}`;
  return byteSize === undefined ? name : `${name}, ${sizeText(byteSize)}`;
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

interface LinkPaneProps {
  readonly document: ViewedDocument;
  readonly onClose: () => void;
}

/** Only http and https links can be opened. */
export function LinkPane({ document, onClose }: LinkPaneProps) {
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
  readonly text?: string;
  readonly actions?: ReactNode;
  readonly meta?: string;
}

export function Pane({ extension, title, text, actions, meta }: PaneProps) {
  return (
    <div className={styles.pane}>
      <div className={styles.glyph}>
        <FileGlyph type={extension} />
      </div>
      <h3 className={styles.title}>{title}</h3>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      {meta !== undefined && <p className={styles.meta}>{meta}</p>}
    </div>
  );
}

interface PreviewPaneProps {
  readonly document: ViewedDocument;
  readonly onDownload: () => void;
}

export function PreviewPendingPane({ document, onDownload }: PreviewPaneProps) {
  return (
    <Pane
      extension={document.extension}
      title="The preview is being created"
      text="It opens here as soon as it is ready. You can download the file now."
      meta={fileLine(document)}
      actions={<DownloadButton onDownload={onDownload} />}
    />
  );
}

export function PreviewFailedPane({ document, onDownload }: PreviewPaneProps) {
  return (
    <Pane
      extension={document.extension}
      title="No preview could be created"
      text="The file may be damaged or protected by a password. You can still download it."
      meta={fileLine(document)}
      actions={<DownloadButton onDownload={onDownload} />}
    />
  );
}
