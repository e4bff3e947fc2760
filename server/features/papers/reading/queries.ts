import { setImmediate } from 'node:timers/promises';
import type { RecentDocument } from '#contract/start.ts';
import { recentDocumentsMax } from '#domain/documents.ts';
import { countInText } from '#domain/find-in-text.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { defineRows, type ResultOf } from '#server/db/page-statement.ts';
import { type EarlierAnnotations, listEarlierAnnotations } from '#server/features/papers/annotations/queries.ts';
import { presentHome } from '#server/features/papers/documents/present.ts';
import { selectDocumentsWithHome, visibleDocuments } from '#server/features/papers/documents/queries.ts';

const occurrencesMax = 2_000;
/** Pages in memory at once. */
const pagesAtOnce = 100;

export interface FoundInDocument {
  readonly pages: { page: number; count: number }[];
  readonly is_read: boolean;
  readonly is_cut: boolean;
}

/** Counts the words on each page of a version. */
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
    if (found >= occurrencesMax) return { pages, is_read: true, is_cut: texts.length === pagesAtOnce };
    if (texts.length < pagesAtOnce) return { pages, is_read: isRead, is_cut: false };
    // Let other requests run.
    await setImmediate();
  }
}

export interface Reading {
  readonly version_id: string | null;
  readonly last_page: number | null;
  readonly earlier: readonly EarlierAnnotations[];
}

export async function readReading(
  scope: BoardScope,
  document: { readonly id: string; readonly version_id: string | null },
): Promise<Reading> {
  const position = await scope.tx
    .selectFrom('reading_positions')
    .select('page')
    .where('board_id', '=', scope.board.id)
    .where('member_id', '=', scope.member.id)
    .where('document_id', '=', document.id)
    .executeTakeFirst();
  const { version_id } = document;
  return { version_id, last_page: position?.page ?? null, earlier: await listEarlierAnnotations(scope, document) };
}

/** Some may have become invisible since. */
const openedMax = 3 * recentDocumentsMax;

/** What whoever entered opened last, newest first; `visibleDocuments` decides. */
export const defineRecentDocuments = (homes: Parameters<typeof selectDocumentsWithHome>[1]) =>
  defineRows({}, (scope) =>
    selectDocumentsWithHome(scope, homes)
      .innerJoin(
        (query) =>
          query
            .selectFrom('recent_documents')
            .select(['document_id', 'opened_at'])
            .where('board_id', '=', scope.board.id)
            .where('member_id', '=', scope.member.id)
            .orderBy('opened_at', 'desc')
            .limit(openedMax)
            .as('opened'),
        (join) => join.onRef('opened.document_id', '=', 'document.id'),
      )
      .orderBy('opened.opened_at', 'desc'),
  );

type OpenedDocument = ResultOf<ReturnType<typeof defineRecentDocuments>>[number];

export const recentDocuments = (
  reader: Parameters<typeof visibleDocuments>[0],
  opened: readonly OpenedDocument[],
): readonly RecentDocument[] =>
  visibleDocuments(reader, opened)
    .slice(0, recentDocumentsMax)
    .map(({ id, title, extension, mime_type, is_link, home }) => ({
      ...{ id, title, extension, mime_type, is_link },
      home: presentHome(home),
    }));
