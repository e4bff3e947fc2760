import { findInDocument, keepPage } from '#contract/reading.ts';
import { call } from '#web/api/call.ts';
import type { FoundPages } from '#web/viewer/types.ts';

export async function findWords(documentId: string, words: string): Promise<FoundPages> {
  const found = await call(findInDocument, { params: { id: documentId }, query: { words } });
  return { pages: found.pages, isRead: found.is_read, isCut: found.is_cut };
}

/** A page that could not be remembered is no loss to tell of. */
export async function rememberPage(documentId: string, page: number): Promise<void> {
  try {
    await call(keepPage, { params: { id: documentId }, body: { page } });
  } catch (cause) {
    console.warn('The page could not be remembered', cause);
  }
}
