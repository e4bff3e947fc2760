import { setImmediate } from 'node:timers/promises';
import { countInText } from '#domain/find-in-text.ts';
import type { BoardScope } from '#server/db/board-scope.ts';

/** Nobody steps through more. */
const foundMax = 2_000;
/** Pages whose texts are in memory at once. */
const pagesAtOnce = 100;

export interface FoundInDocument {
  readonly pages: { page: number; count: number }[];
  readonly is_read: boolean;
  readonly is_cut: boolean;
}

/** Counts words in the texts that were read from the version's pages. */
export async function findInVersion(scope: BoardScope, versionId: string, words: string): Promise<FoundInDocument> {
  const pages: { page: number; count: number }[] = [];
  let found = 0;
  let last = 0;
  let isRead = false;
  for (;;) {
    const texts = await scope.tx
      .selectFrom('document_texts')
      .select(['page', 'text'])
      .where('board_id', '=', scope.board.id)
      .where('version_id', '=', versionId)
      .where('page', '>', last)
      .orderBy('page')
      .limit(pagesAtOnce)
      .execute();
    isRead ||= texts.length > 0;
    for (const { page, text } of texts) {
      const count = countInText(text, words);
      if (count > 0) pages.push({ page, count });
      found += count;
    }
    last = texts.at(-1)?.page ?? last;
    if (found >= foundMax) return { pages, is_read: true, is_cut: texts.length === pagesAtOnce };
    if (texts.length < pagesAtOnce) return { pages, is_read: isRead, is_cut: false };
    // Other requests come in between.
    await setImmediate();
  }
}
