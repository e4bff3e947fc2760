import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { RecentDocument } from '#contract/start.ts';
import { recentDocumentsMax } from '#domain/documents.ts';
import { countInText } from '#domain/find-in-text.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { type EarlierAnnotations, listEarlierAnnotations } from '#server/features/papers/annotations/commands.ts';
import { presentHome } from '#server/features/papers/documents/present.ts';
import { loadVisibleDocuments } from '#server/features/papers/documents/queries.ts';

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

export interface Reading {
  readonly version_id: string | null;
  readonly last_page: number | null;
  readonly earlier: readonly EarlierAnnotations[];
}

export async function readReading(
  scope: BoardScope,
  document: { readonly id: string; readonly version_id: string | null },
): Promise<Reading> {
  const place = await scope.tx
    .selectFrom('reading_positions')
    .select('page')
    .where('board_id', '=', scope.board.id)
    .where('member_id', '=', scope.member.id)
    .where('document_id', '=', document.id)
    .executeTakeFirst();
  const { version_id } = document;
  return { version_id, last_page: place?.page ?? null, earlier: await listEarlierAnnotations(scope, document) };
}

export async function rememberPage(scope: BoardScope, documentId: string, page: number): Promise<void> {
  const key = { board_id: scope.board.id, member_id: scope.member.id, document_id: documentId };
  await scope.tx
    .insertInto('reading_positions')
    .values({ ...key, page, updated_at: scope.now })
    .onConflict((conflict) =>
      conflict.columns(['board_id', 'member_id', 'document_id']).doUpdateSet({ page, updated_at: scope.now }),
    )
    .execute();
}

/** Looked through, since some may have gone out of sight since. */
const openedMax = 3 * recentDocumentsMax;

/** What the member opened last, newest first; only what is still there and in sight. */
export async function listRecentDocuments(scope: BoardScope): Promise<readonly RecentDocument[]> {
  const opened = await scope.tx
    .selectFrom('recent_documents')
    .select('document_id')
    .where('board_id', '=', scope.board.id)
    .where('member_id', '=', scope.member.id)
    .orderBy('opened_at', 'desc')
    .limit(openedMax)
    .execute();
  const documents = await loadVisibleDocuments(
    scope,
    opened.map((row) => row.document_id),
  );
  return documents.slice(0, recentDocumentsMax).map(({ id, title, extension, mime_type, is_link, home }) => ({
    ...{ id, title, extension, mime_type, is_link },
    home: presentHome(home),
  }));
}

/** Moves a document to the top of the member's list. One that is there already is not written: a page that waits for a preview asks often. */
export async function rememberOpened(scope: BoardScope, documentId: string): Promise<void> {
  const { tx, board, member, now } = scope;
  const isBelowAnother = sql<boolean>`exists (
    select from recent_documents other
    where other.board_id = ${board.id}::uuid and other.member_id = ${member.id}::uuid
      and other.document_id <> ${documentId}::uuid and other.opened_at >= recent_documents.opened_at
  )`;
  await tx
    .insertInto('recent_documents')
    .values({ board_id: board.id, member_id: member.id, document_id: documentId, opened_at: now })
    .onConflict((conflict) =>
      conflict.columns(['board_id', 'member_id', 'document_id']).doUpdateSet({ opened_at: now }).where(isBelowAnother),
    )
    .execute();
}
