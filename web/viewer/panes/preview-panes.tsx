import type { ViewedDocument } from '#web/viewer/types.ts';
import { DownloadButton } from './download-button.tsx';
import { fileLine } from './file-line.ts';
import { Pane } from './pane.tsx';

interface PreviewPaneProps {
  readonly document: ViewedDocument;
  readonly onDownload: () => void;
}

export function PreviewPendingPane({ document, onDownload }: PreviewPaneProps) {
  return (
    <Pane
      extension={document.extension}
      title="The preview is being made"
      text="It opens here as soon as it is ready. The file itself can be downloaded now."
      meta={fileLine(document)}
      actions={<DownloadButton onDownload={onDownload} />}
    />
  );
}

export function PreviewFailedPane({ document, onDownload }: PreviewPaneProps) {
  return (
    <Pane
      extension={document.extension}
      title="No preview could be made"
      text="The file may be damaged or protected by a password. It can be downloaded as it is."
      meta={fileLine(document)}
      actions={<DownloadButton onDownload={onDownload} />}
    />
  );
}
