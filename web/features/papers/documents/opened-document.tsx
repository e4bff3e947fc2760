import { Component, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { setViewerSize } from '#contract/session.ts';
import { documentMessages } from '#domain/messages/documents.ts';
import { useCall } from '#web/api/mutations.ts';
import { rememberViewerSize, useStart, useTimeZone } from '#web/api/start.ts';
import { usePageTitle } from '#web/shell/page-title.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { MessageDialog } from '#web/ui/overlays/message-dialog.tsx';
import type { DocumentViewerProps, ViewerMode } from '#web/viewer/types.ts';
import { downloadPaper } from './viewed-document.ts';

export function useGoneDialog(close: () => void) {
  const [isShown, setShown] = useState(false);
  return {
    dialog: <MessageDialog isOpen={isShown} onClose={() => setShown(false)} message={documentMessages.gone} />,
    showGone(): void {
      setShown(true);
      close();
    },
  };
}

export function GoneDocument({ onGone }: { readonly onGone: () => void }) {
  // In an effect, because it changes the page's address.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per document
  useEffect(onGone, []);
  return null;
}

/** Not a `lazyPart`, because a failure shows a dialog from which the file can be downloaded. */
const DocumentViewer = lazy(async () => ({
  default: (await import('#web/viewer/document-viewer.tsx')).DocumentViewer,
}));

function useMode() {
  const { user } = useStart();
  const remember = useCall(setViewerSize, {
    quiet: true,
    inOrder: 'viewer-size',
    // Failures are only logged, because the viewer already has the chosen size.
    onError: (cause) => console.warn('The viewer size could not be saved', cause),
  });
  const [mode, setMode] = useState<ViewerMode>(user?.viewer_size ?? 'normal');
  return {
    mode,
    changeMode(next: ViewerMode): void {
      setMode(next);
      if (next === 'minimized' || user === null || next === user.viewer_size) return;
      rememberViewerSize(next);
      remember.mutate({ body: { size: next } });
    },
  };
}

type OpenedDocumentProps = Omit<DocumentViewerProps, 'timeZone' | 'mode' | 'onModeChange' | 'onDownload'>;

export function OpenedDocument(props: OpenedDocumentProps) {
  const timeZone = useTimeZone();
  const { mode, changeMode } = useMode();
  usePageTitle(mode === 'minimized' ? null : props.document.title);
  const { downloadUrl, markedUrl } = props.document;
  const download = (copy: 'original' | 'marked' = 'original'): void => {
    const url = copy === 'marked' ? markedUrl : downloadUrl;
    if (url !== undefined) downloadPaper(url);
  };
  const unloadable = (
    <Dialog
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
      <p>The viewer could not be loaded. Try again.</p>
    </Dialog>
  );
  return (
    <ViewerBoundary key={props.document.id} fallback={unloadable}>
      <Suspense>
        <DocumentViewer {...props} timeZone={timeZone} mode={mode} onModeChange={changeMode} onDownload={download} />
      </Suspense>
    </ViewerBoundary>
  );
}

interface ViewerBoundaryProps {
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** If the viewer fails, the page stays usable and the file can be downloaded. */
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
