/** What a document is by its extension or mime type, and what the viewer may do with it (specification 3, 4 and 9). */

/** Specification 3. */
export const documentExtensions = [
  'pdf',
  'doc',
  'docx',
  'xls',
  'xlsx',
  'ppt',
  'pptx',
  'jpg',
  'jpeg',
  'png',
  'txt',
  'xml',
  'html',
  'htm',
  'zip',
  'csv',
  'link',
] as const;
export type DocumentExtension = (typeof documentExtensions)[number];

/** What can be uploaded: every extension but `link`; `gif` only where `UPLOAD_TYPES` names it (product 5). */
export const fileExtensions: readonly FileExtension[] = [
  ...documentExtensions.filter((extension) => extension !== 'link'),
  'gif',
];
export type FileExtension = Exclude<DocumentExtension, 'link'> | 'gif';

/** The one mime type that we store and serve for each extension. */
export const mimeTypeByExtension: Readonly<Record<FileExtension, string>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  txt: 'text/plain',
  xml: 'text/xml',
  html: 'text/html',
  htm: 'text/html',
  zip: 'application/zip',
  csv: 'text/csv',
};

/** Specification 9: these keep the download pane even with the annotation viewer on. */
export const nonViewableMimeTypes: readonly string[] = ['text/csv', 'text/plain', 'application/zip', 'text/xml'];

/** `none` turns the in-app annotation viewer off (product 10, `VIEWER_ENGINE`). */
export const viewerEngines = ['pdfjs', 'none'] as const;
export type ViewerEngine = (typeof viewerEngines)[number];

/** The fields of a document that these rules read, named as on the wire (specification 3). */
export interface DocumentKind {
  readonly mime_type: string;
  readonly is_link: boolean;
}

/**
 * How a document is shown: its own pages, its picture, an embedded video, a PDF made from it, or, when it is not
 * viewable, the pane for external links or the one for downloads.
 */
export type DocumentView = 'pdf' | 'image' | 'video' | 'preview' | 'link' | 'download';

const imageMimeTypes: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif']);

/** Office and HTML files, which a job turns into a read-only PDF (product 5 and 8). */
const convertibleMimeTypes: ReadonlySet<string> = new Set(
  (['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'html', 'htm'] as const).map((each) => mimeTypeByExtension[each]),
);

/** True for the files whose text and pages are had by converting them to PDF. */
export function isConvertible(mimeType: string): boolean {
  return convertibleMimeTypes.has(mimeType);
}

/** How to show a document (specification 4, 'Document viewing'; product 5, 'Viewable'). */
export function documentView(document: DocumentKind, engine: ViewerEngine): DocumentView {
  const mimeType = document.mime_type;
  if (document.is_link) return mimeType === 'youtube' || mimeType === 'vimeo' ? 'video' : 'link';
  if (mimeType === 'application/pdf') return 'pdf';
  if (imageMimeTypes.has(mimeType)) return 'image';
  return engine === 'pdfjs' && isConvertible(mimeType) ? 'preview' : 'download';
}

/** Whether the viewer opens it; otherwise the download or external-link dialog does. */
export function isViewable(document: DocumentKind, engine: ViewerEngine): boolean {
  const view = documentView(document, engine);
  return view !== 'link' && view !== 'download';
}

/** Marks are made on PDF and images only, never on previews, and not while hidden (specification 4). */
export function isViewerReadOnly(document: DocumentKind & { readonly hidden: boolean }): boolean {
  const markable =
    !document.is_link && (document.mime_type === 'application/pdf' || imageMimeTypes.has(document.mime_type));
  return document.hidden || !markable;
}

/** Printing is for the active document, and only if it is not disabled there (specification 4). */
export function mayPrint(
  document: { readonly id: string; readonly printing_disabled: boolean },
  activeDocumentId: string | null,
): boolean {
  return document.id === activeDocumentId && !document.printing_disabled;
}

/** Lower-case extension without the dot, `null` when the name has none. A leading dot makes no extension. */
export function extensionOf(fileName: string): string | null {
  return /[^./\\]\.([a-z0-9]{1,16})$/i.exec(fileName)?.[1]?.toLowerCase() ?? null;
}

/** What a stored file is, by its name; a document that had other kinds of files before keeps only its newest one’s. */
export function kindOfFile(fileName: string): { readonly extension: string; readonly mime_type: string } {
  const extension = extensionOf(fileName) ?? '';
  return {
    extension,
    mime_type: isFileExtension(extension) ? mimeTypeByExtension[extension] : 'application/octet-stream',
  };
}

export function isFileExtension(extension: string): extension is FileExtension {
  return Object.hasOwn(mimeTypeByExtension, extension);
}
