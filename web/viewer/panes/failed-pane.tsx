import type { ViewedDocument } from '#web/viewer/types.ts';
import { DownloadButton } from './download-button.tsx';
import { fileLine } from './file-line.ts';
import { Pane } from './pane.tsx';

interface FailedPaneProps {
  readonly document: ViewedDocument;
  readonly onDownload: () => void;
}

/** The viewer could not be loaded. The cause is in the log; no dialog (specification, section 8). */
export function FailedPane({ document, onDownload }: FailedPaneProps) {
  return (
    <Pane
      extension={document.extension}
      title="This document could not be shown"
      meta={fileLine(document)}
      {...(document.downloadUrl === undefined ? {} : { actions: <DownloadButton onDownload={onDownload} /> })}
    />
  );
}
