import { Download } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '#web/ui/actions/button.tsx';
import type { ViewedDocument } from '#web/viewer/types.ts';
import { fileLine } from './file-line.ts';
import { Pane } from './pane.tsx';

/** Milliseconds after Download File until the dialog closes (specification, sections 4 and 9). */
export const downloadClosePause = 2000;

interface DownloadPaneProps {
  readonly document: ViewedDocument;
  readonly onDownload: () => void;
  readonly onClose: () => void;
}

export function DownloadPane({ document, onDownload, onClose }: DownloadPaneProps) {
  const [isDownloading, setIsDownloading] = useState(false);
  const close = useEffectEvent(onClose);
  // The pause ends with the pane: a viewer closed meanwhile is not closed twice.
  useEffect(() => {
    if (!isDownloading) return;
    const timer = setTimeout(() => close(), downloadClosePause);
    return () => clearTimeout(timer);
  }, [isDownloading]);
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
