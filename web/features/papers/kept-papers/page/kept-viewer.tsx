import { useEffect, useState } from 'react';
import { countInText, occurrencesMax } from '#domain/find-in-text.ts';
import { documentMessages } from '#domain/messages/documents.ts';
import { documentPaths } from '#domain/paths.ts';
import { savedAnnotations } from '#web/features/papers/annotations/save-annotations.ts';
import { openUnsentAnnotations } from '#web/features/papers/annotations/unsent-annotations.ts';
import { annotationAccess, viewedDocument } from '#web/features/papers/documents/viewed-document.ts';
import { isVaultOpen, remoteVault } from '#web/features/papers/kept-papers/vault/remote-vault.ts';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { DocumentViewer } from '#web/viewer/document-viewer.tsx';
import { openPdf } from '#web/viewer/pdf/pdf-document.ts';
import type { FoundPages, StoredFile, ViewerMode } from '#web/viewer/types.ts';
import type { KeptBoardList, OpenablePaper } from './kept-papers.ts';

/** Called early, so that the viewer's code loads while the reader looks at the list. */
export const preloadPages = () => import('#web/viewer/pdf/pdf-stage.ts');

interface KeptViewerProps {
  readonly board: KeptBoardList;
  readonly documentId: string;
  readonly onClose: () => void;
}

export function KeptViewer({ board, documentId, onClose }: KeptViewerProps) {
  const [opened, setOpened] = useState<Awaited<ReturnType<typeof openPaper>> | null>(null);
  const [mode, setMode] = useState<ViewerMode>('normal');
  const paper = board.papers.get(documentId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first render opens the paper
  useEffect(() => {
    if (paper === undefined) return;
    openPaper(board, paper).then(setOpened, (cause) => {
      console.warn('The paper could not be opened', cause);
      showToast('This paper cannot be opened. The stored copy may be damaged. Keep the paper again.');
      onClose();
    });
  }, []);
  if (paper === undefined || opened === null) return null;
  const { document, annotations, can } = paper;
  const { shown, stored, unsent } = opened;
  return (
    <DocumentViewer
      document={shown}
      reader={board.content.reader}
      timeZone={board.content.board.time_zone}
      annotationAccess={annotationAccess(document, can.annotate)}
      annotations={savedAnnotations(annotations)}
      onSaveAnnotations={async () => ({ kind: 'failed' })}
      unsent={unsent}
      onFind={shown.kind === 'pdf' ? (words) => findInStored(documentId, stored, words) : undefined}
      firstPage={1}
      mode={mode}
      onModeChange={setMode}
      onClose={onClose}
      onDownload={() => showToast(documentMessages.needsConnection)}
    />
  );
}

async function openPaper(board: KeptBoardList, { document, storedBytes }: OpenablePaper) {
  const { id: documentId, version_id: versionId } = document;
  if (versionId === null) throw new Error('Links are not kept on this device.');
  const stored: StoredFile = {
    byteSize: storedBytes,
    read: (begin, end) => remoteVault.read(documentId, begin, end),
  };
  const shown = viewedDocument(document, {
    addresses: { open: documentPaths.openVersion(documentId, versionId), download: '' },
    engine: 'pdfjs',
    timeZone: board.content.board.time_zone,
  });
  const version = { boardId: board.boardId, documentId, versionId };
  const [unsent, url] = await Promise.all([
    openUnsentAnnotations(version),
    shown.kind === 'image' ? dataAddress(await stored.read(0, storedBytes), document.mime_type) : shown.url,
  ]);
  void remoteVault.noteOpening(documentId);
  return { shown: { ...shown, url, stored, downloadUrl: undefined }, stored, unsent };
}

/** Returns a data: URL. Browsers could write the decrypted bytes of a blob: URL to disk. */
function dataAddress(bytes: Uint8Array, mimeType: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(new Blob([bytes.slice()], { type: mimeType }));
  });
}

let read: { readonly id: string; readonly texts: Promise<readonly string[]> } | null = null;
isVaultOpen.subscribe(() => {
  read = null;
});

async function findInStored(id: string, stored: StoredFile, words: string): Promise<FoundPages> {
  if (read?.id !== id) {
    const fresh = { id, texts: readTexts(stored) };
    read = fresh;
    fresh.texts.catch(() => {
      if (read === fresh) read = null;
    });
  }
  const texts = await read.texts;
  const pages = texts.map((text, nth) => ({ page: nth + 1, count: countInText(text, words) }));
  const found = pages.filter(({ count }) => count > 0);
  return { pages: found, isRead: true, isCut: found.reduce((sum, { count }) => sum + count, 0) > occurrencesMax };
}

async function readTexts(stored: StoredFile): Promise<readonly string[]> {
  const failed = Promise.withResolvers<never>();
  const task = openPdf({ url: '', stored }, failed.reject);
  try {
    const pdf = await Promise.race([task.promise, failed.promise]);
    const texts: string[] = [];
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number);
      const { items } = await Promise.race([page.getTextContent(), failed.promise]);
      texts.push(items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join(''));
    }
    return texts;
  } finally {
    void task.destroy();
  }
}
