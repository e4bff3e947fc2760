import { formatDocumentTime, type Instant } from './dates.ts';
import { documentMessages } from './messages/documents.ts';
import { counted } from './text.ts';

/** Files that can be uploaded unless the settings say otherwise. */
const usualFiles = {
  pdf: { mimeType: 'application/pdf', word: 'PDF' },
  doc: { mimeType: 'application/msword', word: 'DOC' },
  docx: { mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', word: 'DOCX' },
  xls: { mimeType: 'application/vnd.ms-excel', word: 'Spreadsheet' },
  xlsx: { mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', word: 'Spreadsheet' },
  ppt: { mimeType: 'application/vnd.ms-powerpoint', word: 'Presentation' },
  pptx: { mimeType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation', word: 'Presentation' },
  jpg: { mimeType: 'image/jpeg', word: 'Image' },
  jpeg: { mimeType: 'image/jpeg', word: 'Image' },
  png: { mimeType: 'image/png', word: 'Image' },
  txt: { mimeType: 'text/plain', word: 'Text' },
  xml: { mimeType: 'text/xml', word: 'XML' },
  html: { mimeType: 'text/html', word: 'Web page' },
  htm: { mimeType: 'text/html', word: 'Web page' },
  zip: { mimeType: 'application/zip', word: 'Archive' },
  csv: { mimeType: 'text/csv', word: 'Table' },
} as const;

const furtherFiles = {
  odt: { mimeType: 'application/vnd.oasis.opendocument.text', word: 'ODT' },
  ods: { mimeType: 'application/vnd.oasis.opendocument.spreadsheet', word: 'Spreadsheet' },
  odp: { mimeType: 'application/vnd.oasis.opendocument.presentation', word: 'Presentation' },
  rtf: { mimeType: 'application/rtf', word: 'RTF' },
  gif: { mimeType: 'image/gif', word: 'Image' },
  webp: { mimeType: 'image/webp', word: 'Image' },
  bmp: { mimeType: 'image/bmp', word: 'Image' },
  tif: { mimeType: 'image/tiff', word: 'Image' },
  tiff: { mimeType: 'image/tiff', word: 'Image' },
  heic: { mimeType: 'image/heic', word: 'Image' },
  svg: { mimeType: 'image/svg+xml', word: 'Drawing' },
  xlsm: { mimeType: 'application/vnd.ms-excel.sheet.macroEnabled.12', word: 'Spreadsheet' },
  docm: { mimeType: 'application/vnd.ms-word.document.macroEnabled.12', word: 'Document' },
  pptm: { mimeType: 'application/vnd.ms-powerpoint.presentation.macroEnabled.12', word: 'Presentation' },
  xlsb: { mimeType: 'application/vnd.ms-excel.sheet.binary.macroEnabled.12', word: 'Spreadsheet' },
  key: { mimeType: 'application/vnd.apple.keynote', word: 'Presentation' },
  pages: { mimeType: 'application/vnd.apple.pages', word: 'Document' },
  numbers: { mimeType: 'application/vnd.apple.numbers', word: 'Spreadsheet' },
  eml: { mimeType: 'message/rfc822', word: 'Message' },
  msg: { mimeType: 'application/vnd.ms-outlook', word: 'Message' },
  mp4: { mimeType: 'video/mp4', word: 'Video' },
} as const;

const files = { ...usualFiles, ...furtherFiles };
export type FileExtension = keyof typeof files;

export const usualExtensions = Object.keys(usualFiles) as readonly FileExtension[];
export const fileExtensions = Object.keys(files) as readonly FileExtension[];

export const mimeTypeByExtension = Object.fromEntries(
  Object.entries(files).map(([extension, { mimeType }]) => [extension, mimeType]),
) as Readonly<Record<FileExtension, string>>;

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

export const isViewerReadOnly = ({ is_link: isLink, mime_type: mimeType }: DocumentKind): boolean =>
  isLink || (mimeType !== 'application/pdf' && !imageMimeTypes.has(mimeType));

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
  return Object.hasOwn(files, extension);
}

export function glyphType(document: {
  readonly extension: string;
  readonly is_link: boolean;
  readonly mime_type: string;
}): string {
  if (!document.is_link) return document.extension;
  return document.mime_type === 'youtube' || document.mime_type === 'vimeo' ? 'video' : 'link';
}

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
  const { extension } = document;
  return isFileExtension(extension) ? files[extension].word : extension.toUpperCase();
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
