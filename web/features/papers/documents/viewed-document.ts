import type { Document } from '#contract/documents.ts';
import { documentView, isViewerReadOnly, type ViewerEngine } from '#domain/documents.ts';
import { documentDateText, fileKindWord, glyphType } from '#domain/file-words.ts';
import type { MarksAccess, ViewedDocument, ViewedKind } from '#web/viewer/types.ts';

interface Addresses {
  /** Of the bytes, for the viewer. */
  readonly open: string;
  readonly download: string;
}

/** A document as the viewer takes it. Links open where they lead and have nothing to download. */
export function viewedDocument(
  document: Document,
  given: { readonly addresses: Addresses; readonly engine: ViewerEngine; readonly timeZone: string },
): ViewedDocument {
  return {
    id: document.id,
    title: document.title,
    kind: viewedKind(document, given.engine),
    url: document.is_link ? (document.link_url ?? '') : given.addresses.open,
    downloadUrl: document.is_link ? undefined : given.addresses.download,
    dateLine: documentDateText({ ...document, created_at: document.uploaded_at }, given.timeZone),
    extension: glyphType(document),
    byteSize: document.is_link ? undefined : document.byte_size,
    printable: !document.printing_disabled,
  };
}

function viewedKind(document: Document, engine: ViewerEngine): ViewedKind {
  const view = documentView(document, engine);
  return view === 'preview' ? previewKind[document.preview] : view;
}

const previewKind: Readonly<Record<Document['preview'], ViewedKind>> = {
  // Where nothing is converted, the file is told as what cannot be shown, with its download.
  none: 'download',
  waiting: 'preview-pending',
  made: 'pdf',
  failed: 'preview-failed',
};

/** Marks are the reader's own; without a version there is nothing to mark. */
export function marksAccess(document: Document, mayAnnotate: boolean): MarksAccess {
  if (document.version_id === null || isViewerReadOnly({ ...document, hidden: false })) return 'none';
  return mayAnnotate ? 'edit' : 'read-only';
}

/** 'PDF, 3 pages', 'Spreadsheet', 'Video'. */
export function documentMeta(document: Pick<Document, 'extension' | 'mime_type' | 'page_count'>): string {
  const kind = fileKindWord(document);
  const pages = document.page_count;
  return pages === null ? kind : `${kind}, ${pages} ${pages === 1 ? 'page' : 'pages'}`;
}
