import type { MagicKind } from './magic-uid.ts';

/** Relative to the board's base address. */
export const documentPaths = {
  open: (documentId: string): string => `/document/${encodeURIComponent(documentId)}`,
  download: (documentId: string): string => `/download/${encodeURIComponent(documentId)}`,
  downloadMarked: (documentId: string): string => `/download/${encodeURIComponent(documentId)}/annotated`,
  downloadCopy: (documentId: string, withMarks: boolean): string =>
    `/download/${encodeURIComponent(documentId)}/copy${withMarks ? '?annotations=1' : ''}`,
  boardBook: (meetingId: string, withMarks: boolean): string =>
    `/meetings/${encodeURIComponent(meetingId)}/board-book${withMarks ? '?annotations=1' : ''}`,
  openVersion: (documentId: string, versionId: string): string =>
    `/document/${encodeURIComponent(documentId)}/versions/${encodeURIComponent(versionId)}`,
  readVersion: (documentId: string, versionId: string): string =>
    `${documentPaths.openVersion(documentId, versionId)}?copy=reading`,
  magic: (kind: MagicKind, magicUid: string, documentId: string): string =>
    `/${kind}/${encodeURIComponent(magicUid)}/document/${encodeURIComponent(documentId)}`,
} as const;

/** Returns /home for addresses of other sites in any spelling, such as `//evil` or `/\evil`. */
export function ownPath(wanted: string | undefined): string {
  if (wanted === undefined || !/^\/(?![/\\])/.test(wanted) || /\p{Cc}|\\/u.test(wanted)) return '/home';
  const url = new URL(wanted, 'http://own');
  if (url.host !== 'own' || url.pathname.startsWith('//') || url.pathname === '/login') return '/home';
  return `${url.pathname}${url.search}${url.hash}`;
}
