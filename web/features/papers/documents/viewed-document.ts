import type { Document, DocumentVersion } from '#contract/documents.ts';
import {
  documentDateText,
  documentView,
  fileKindLabel,
  glyphType,
  isViewerReadOnly,
  type ViewerEngine,
} from '#domain/documents.ts';
import { documentMessages } from '#domain/messages/documents.ts';
import { documentPaths } from '#domain/paths.ts';
import type { AnnotationAccess, ViewedDocument, ViewedKind } from '#web/viewer/types.ts';
import { copyFor, wantedCopy } from './wanted-copy.ts';

/** Submits a form, so that the browser leaves this page only if the server returns an error page. */
export function submitDownload(address: string): void {
  const url = new URL(address, window.location.origin);
  const form = document.createElement('form');
  form.method = 'get';
  form.action = url.pathname;
  form.hidden = true;
  for (const [name, value] of url.searchParams) {
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}

export function downloadPaper(address: string): void {
  const copy = copyFor(address);
  if (copy === null) submitDownload(address);
  else wantedCopy.set(copy);
}

export function viewedDocument(
  document: Document,
  given: {
    readonly addresses: { readonly open: string; readonly download: string };
    readonly engine: ViewerEngine;
    readonly timeZone: string;
  },
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

export function viewedVersion(
  document: Document,
  version: DocumentVersion,
  rest: { readonly engine: ViewerEngine; readonly timeZone: string },
): ViewedDocument {
  const { extension, mime_type, preview, byte_size, page_count, created_at } = version;
  const address = documentPaths.readVersion(document.id, version.id);
  return viewedDocument(
    { ...document, extension, mime_type, preview, byte_size, page_count, uploaded_at: created_at },
    { addresses: { open: address, download: address }, ...rest },
  );
}

function viewedKind(document: Document, engine: ViewerEngine): ViewedKind {
  const view = documentView(document, engine);
  return view === 'preview' ? previewKind[document.preview] : view;
}

const previewKind: Readonly<Record<Document['preview'], ViewedKind>> = {
  none: 'download',
  waiting: 'preview-pending',
  made: 'pdf',
  failed: 'preview-failed',
};

export function annotationAccess(document: Document, canAnnotate: boolean): AnnotationAccess {
  if (document.version_id === null || isViewerReadOnly(document)) return 'none';
  return canAnnotate ? 'edit' : 'read-only';
}

export function documentMeta(
  document: Pick<Document, 'extension' | 'mime_type' | 'page_count' | 'has_tracked_changes'>,
): string {
  const kind = fileKindLabel(document);
  const pages = document.page_count;
  const text = pages === null ? kind : `${kind}, ${pages} ${pages === 1 ? 'page' : 'pages'}`;
  return document.has_tracked_changes ? `${text} · ${documentMessages.hasTrackedChanges}` : text;
}
