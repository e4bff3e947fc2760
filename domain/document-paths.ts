import type { MagicKind } from './magic-uid.ts';

/** The document addresses of specification 7, relative to the board's base. */
export const documentPaths = {
  open: (documentId: string): string => `/document/${encodeURIComponent(documentId)}`,
  download: (documentId: string): string => `/download/${encodeURIComponent(documentId)}`,
  downloadMarked: (documentId: string): string => `/download/${encodeURIComponent(documentId)}/marked`,
  /** Of a meeting. */
  boardBook: (meetingId: string, withMarks: boolean): string =>
    `/meetings/${encodeURIComponent(meetingId)}/board-book${withMarks ? '?marks=1' : ''}`,
  openVersion: (documentId: string, versionId: string): string =>
    `/document/${encodeURIComponent(documentId)}/versions/${encodeURIComponent(versionId)}`,
  magic: (kind: MagicKind, magicUid: string, documentId: string): string =>
    `/${kind}/${encodeURIComponent(magicUid)}/document/${encodeURIComponent(documentId)}`,
} as const;
