import { formatDocumentTime, type Instant } from './dates.ts';
import { documentMessages } from './messages.ts';

/** How files are drawn and named on the screens: glyphs, kinds, sizes, the date in the viewer's bar. */

/** The colour families of the file glyph. */
export type FileFamily = 'pdf' | 'doc' | 'xls' | 'ppt' | 'img' | 'link' | 'any';

const familyByExtension: Readonly<Record<string, FileFamily>> = {
  pdf: 'pdf',
  doc: 'doc',
  docx: 'doc',
  xls: 'xls',
  xlsx: 'xls',
  csv: 'xls',
  ppt: 'ppt',
  pptx: 'ppt',
  jpg: 'img',
  jpeg: 'img',
  png: 'img',
  gif: 'img',
  link: 'link',
};

export function fileFamily(extension: string): FileFamily {
  return familyByExtension[extension] ?? 'any';
}

/** What the glyph of a document asks for: its extension, or `link` or `video`. */
export function glyphType(document: {
  readonly extension: string;
  readonly is_link: boolean;
  readonly mime_type: string;
}): string {
  if (!document.is_link) return document.extension;
  return document.mime_type === 'youtube' || document.mime_type === 'vimeo' ? 'video' : 'link';
}

/** The three letters on the sheet; `null` for images and links, which carry an icon. */
export function fileLetters(extension: string): string | null {
  const family = fileFamily(extension);
  return family === 'img' || family === 'link' ? null : extension.slice(0, 3);
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

/** The kind in a list: 'PDF', 'Spreadsheet', 'Video', 'Link'. */
export function fileKindWord(document: { readonly extension: string; readonly mime_type: string }): string {
  if (document.extension === 'link') return wordByLinkKind[document.mime_type] ?? 'Link';
  return wordByExtension[document.extension] ?? document.extension.toUpperCase();
}

/** Bytes in words, 1 KB being 1,024 bytes: '512 bytes', '412 KB', '8.2 MB', '100 MB'. */
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

/** 'Uploaded on 11/12/2026 at 9:05 AM' for files, 'Added on …' for links (specification 2 and 9, product 5). */
export function documentDateText(
  document: { readonly is_link: boolean; readonly created_at: Instant },
  timeZone: string,
): string {
  const label = document.is_link ? documentMessages.addedOn : documentMessages.uploadedOn;
  return `${label} ${formatDocumentTime(document.created_at, timeZone)}`;
}
