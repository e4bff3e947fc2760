import { Component, lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '#web/ui/actions/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import type { DocumentViewerProps, ViewerMode } from '#web/viewer/types.ts';
import { submitDownload } from './document-address.ts';

const DocumentViewer = lazy(async () => {
  const { DocumentViewer: viewer } = await import('#web/viewer/document-viewer.tsx');
  return { default: viewer };
});

type OpenedDocumentProps = Omit<DocumentViewerProps, 'mode' | 'onModeChange' | 'onDownload'>;

/** The viewer over the page, loaded when the first document is opened. */
export function OpenedDocument(props: OpenedDocumentProps) {
  const [mode, setMode] = useState<ViewerMode>('normal');
  const { downloadUrl, markedUrl } = props.document;
  const download = (what: 'original' | 'marked' = 'original'): void => {
    const url = what === 'marked' ? markedUrl : downloadUrl;
    if (url !== undefined) submitDownload(url);
  };
  const unloadable = (
    <Dialog
      isOpen
      onClose={props.onClose}
      title={props.document.title}
      actions={
        downloadUrl !== undefined && (
          <Button variant="primary" onPress={() => download()}>
            Download File
          </Button>
        )
      }
    >
      <p>The viewer could not be loaded.</p>
    </Dialog>
  );
  return (
    <ViewerBoundary key={props.document.id} fallback={unloadable}>
      <Suspense fallback={null}>
        <DocumentViewer {...props} mode={mode} onModeChange={setMode} onDownload={download} />
      </Suspense>
    </ViewerBoundary>
  );
}

interface ViewerBoundaryProps {
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** A viewer that fails is logged and opens no modal of errors; the page below stays, and the file can be downloaded. */
class ViewerBoundary extends Component<ViewerBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    console.error(error);
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
