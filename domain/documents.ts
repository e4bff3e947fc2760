import { formatDocumentTime, type Instant } from './dates.ts';
import { documentMessages } from './messages/documents.ts';
import { counted } from './text.ts';

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

const furtherExtensions = [
  ...(['odt', 'ods', 'odp', 'rtf'] as const),
  ...(['gif', 'webp', 'bmp', 'tif', 'tiff', 'heic', 'svg'] as const),
  ...(['xlsm', 'docm', 'pptm', 'xlsb', 'key', 'pages', 'numbers'] as const),
  ...(['eml', 'msg', 'mp4'] as const),
] as const;

export const usualExtensions: readonly FileExtension[] = documentExtensions.filter((extension) => extension !== 'link');
export const fileExtensions: readonly FileExtension[] = [...usualExtensions, ...furtherExtensions];
export type FileExtension = Exclude<DocumentExtension, 'link'> | (typeof furtherExtensions)[number];

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
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  rtf: 'application/rtf',
  webp: 'image/webp',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  heic: 'image/heic',
  svg: 'image/svg+xml',
  eml: 'message/rfc822',
  msg: 'application/vnd.ms-outlook',
  mp4: 'video/mp4',
  xlsm: 'application/vnd.ms-excel.sheet.macroEnabled.12',
  docm: 'application/vnd.ms-word.document.macroEnabled.12',
  pptm: 'application/vnd.ms-powerpoint.presentation.macroEnabled.12',
  xlsb: 'application/vnd.ms-excel.sheet.binary.macroEnabled.12',
  key: 'application/vnd.apple.keynote',
  pages: 'application/vnd.apple.pages',
  numbers: 'application/vnd.apple.numbers',
};

export const viewerEngines = ['pdfjs', 'none'] as const;
export type ViewerEngine = (typeof viewerEngines)[number];

export interface DocumentKind {
  readonly mime_type: string;
  readonly is_link: boolean;
}

/** `video` is a link to YouTube or Vimeo, `media` an uploaded video, and `preview` a PDF made from the file. */
export type DocumentView = 'pdf' | 'image' | 'video' | 'media' | 'preview' | 'link' | 'download';

const imageMimeTypes: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

const convertibleMimeTypes: ReadonlySet<string> = new Set(
  [
    ...(['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'html', 'htm', 'odt', 'ods', 'odp', 'rtf'] as const),
    ...(['bmp', 'tiff', 'heic'] as const),
  ].map((each) => mimeTypeByExtension[each]),
);

export function isConvertible(mimeType: string): boolean {
  return convertibleMimeTypes.has(mimeType);
}

export function documentView(document: DocumentKind, engine: ViewerEngine): DocumentView {
  const mimeType = document.mime_type;
  if (document.is_link) return mimeType === 'youtube' || mimeType === 'vimeo' ? 'video' : 'link';
  if (mimeType === 'application/pdf') return 'pdf';
  if (imageMimeTypes.has(mimeType)) return 'image';
  if (mimeType === mimeTypeByExtension.mp4) return 'media';
  return engine === 'pdfjs' && isConvertible(mimeType) ? 'preview' : 'download';
}

export const hasPages = (mimeType: string): boolean =>
  ['pdf', 'image', 'preview'].includes(documentView({ mime_type: mimeType, is_link: false }, 'pdfjs'));

export function isViewerReadOnly(document: DocumentKind & { readonly hidden: boolean }): boolean {
  const markable =
    !document.is_link && (document.mime_type === 'application/pdf' || imageMimeTypes.has(document.mime_type));
  return document.hidden || !markable;
}

/** In lower case, without the dot. '.name' has no extension. */
export function extensionOf(fileName: string): string | null {
  return /[^./\\]\.([a-z0-9]{1,16})$/i.exec(fileName)?.[1]?.toLowerCase() ?? null;
}

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

export function glyphType(document: {
  readonly extension: string;
  readonly is_link: boolean;
  readonly mime_type: string;
}): string {
  if (!document.is_link) return document.extension;
  return document.mime_type === 'youtube' || document.mime_type === 'vimeo' ? 'video' : 'link';
}

const wordByExtension: Readonly<Record<string, string>> = {
  pdf: 'PDF',
  doc: 'DOC',
  docx: 'DOCX',
  xls: 'Spreadsheet',
  xlsx: 'Spreadsheet',
  csv: 'Table',
  ppt: 'Presentation',
  pptx: 'Presentation',
  jpg: 'Image',
  jpeg: 'Image',
  png: 'Image',
  gif: 'Image',
  webp: 'Image',
  bmp: 'Image',
  tif: 'Image',
  tiff: 'Image',
  heic: 'Image',
  svg: 'Drawing',
  ods: 'Spreadsheet',
  odp: 'Presentation',
  eml: 'Message',
  msg: 'Message',
  mp4: 'Video',
  xlsm: 'Spreadsheet',
  xlsb: 'Spreadsheet',
  numbers: 'Spreadsheet',
  pptm: 'Presentation',
  key: 'Presentation',
  docm: 'Document',
  pages: 'Document',
  txt: 'Text',
  xml: 'XML',
  html: 'Web page',
  htm: 'Web page',
  zip: 'Archive',
};

const wordByLinkKind: Readonly<Record<string, string>> = {
  youtube: 'Video',
  vimeo: 'Video',
  'google-doc': 'Google Doc',
  'google-sheet': 'Google Sheet',
  'google-slide': 'Google Slides',
  'google-form': 'Google Form',
};

export function fileKindLabel(document: { readonly extension: string; readonly mime_type: string }): string {
  if (document.extension === 'link') return wordByLinkKind[document.mime_type] ?? 'Link';
  return wordByExtension[document.extension] ?? document.extension.toUpperCase();
}

/** For example, '512 bytes', '412 KB' or '8.2 MB'. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const kilobytes = Math.round(bytes / 1024);
  if (kilobytes < 1024) return `${kilobytes} KB`;
  const megabytes = oneDecimal(bytes / 1024 ** 2);
  return megabytes < 1024 ? `${megabytes} MB` : `${oneDecimal(bytes / 1024 ** 3)} GB`;
}

function oneDecimal(amount: number): number {
  return Math.round(amount * 10) / 10;
}

export function documentDateText(
  document: { readonly is_link: boolean; readonly created_at: Instant },
  timeZone: string,
): string {
  const label = document.is_link ? documentMessages.addedOn : documentMessages.uploadedOn;
  return `${label} ${formatDocumentTime(document.created_at, timeZone)}`;
}

export const recentDocumentsMax = 10;

export function withRecent<T extends { readonly id: string }>(recent: readonly T[], opened: T): readonly T[] {
  return [opened, ...recent.filter((document) => document.id !== opened.id)].slice(0, recentDocumentsMax);
}

export function trackedChangesText(
  documents: readonly { readonly title: string; readonly has_tracked_changes: boolean }[],
): string | null {
  const titles = documents.filter((each) => each.has_tracked_changes).map(({ title }) => title);
  if (titles.length === 0) return null;
  return `${documentMessages.hasTrackedChanges}: ${titles.join(', ')}. The preview and the board book show the accepted text; the downloaded file still contains the deleted text.`;
}

export function unreadableText(
  documents: readonly (DocumentKind & { readonly title: string; readonly preview: string })[],
): string | null {
  const titles = documents
    .filter((each) => !each.is_link && isConvertible(each.mime_type) && ['none', 'failed'].includes(each.preview))
    .map(({ title }) => title);
  if (titles.length === 0) return null;
  return `${counted(titles.length, 'paper')} cannot be read here: ${titles.join(', ')}. Members can download ${titles.length === 1 ? 'it' : 'them'}; the board book leaves ${titles.length === 1 ? 'it' : 'them'} out.`;
}
