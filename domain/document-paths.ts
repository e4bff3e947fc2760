import type { MagicKind } from './magic-uid.ts';

/** The document addresses of specification 7, relative to the board's base. */
export const documentPaths = {
  open: (documentId: string): string => `/document/${encodeURIComponent(documentId)}`,
  download: (documentId: string): string => `/download/${encodeURIComponent(documentId)}`,
  magic: (kind: MagicKind, magicUid: string, documentId: string): string =>
    `/${kind}/${encodeURIComponent(magicUid)}/document/${encodeURIComponent(documentId)}`,
} as const;
