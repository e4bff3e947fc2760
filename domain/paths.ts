import type { MagicKind } from './magic-uid.ts';

/** The document addresses of specification 7, relative to the board's base. */
export const documentPaths = {
  open: (documentId: string): string => `/document/${encodeURIComponent(documentId)}`,
  download: (documentId: string): string => `/download/${encodeURIComponent(documentId)}`,
  downloadMarked: (documentId: string): string => `/download/${encodeURIComponent(documentId)}/annotated`,
  /** Of a meeting. */
  boardBook: (meetingId: string, withMarks: boolean): string =>
    `/meetings/${encodeURIComponent(meetingId)}/board-book${withMarks ? '?annotations=1' : ''}`,
  openVersion: (documentId: string, versionId: string): string =>
    `/document/${encodeURIComponent(documentId)}/versions/${encodeURIComponent(versionId)}`,
  magic: (kind: MagicKind, magicUid: string, documentId: string): string =>
    `/${kind}/${encodeURIComponent(magicUid)}/document/${encodeURIComponent(documentId)}`,
} as const;

/**
 * Where to go after signing in: a path of our own, never another site's address in any spelling a browser would follow
 * (`//evil`, `/\evil`, control characters, `/.//evil`, whose dots fall away). Anything else answers /home.
 */
export function ownPath(wanted: string | undefined): string {
  if (wanted === undefined || !/^\/(?![/\\])/.test(wanted) || /\p{Cc}|\\/u.test(wanted)) return '/home';
  const url = new URL(wanted, 'http://own');
  if (url.host !== 'own' || url.pathname.startsWith('//') || url.pathname === '/login') return '/home';
  return `${url.pathname}${url.search}${url.hash}`;
}
