import { sql } from 'kysely';
import type { SearchResult } from '#contract/search.ts';
import { excerptAround, highlightWords, type WordsToHighlight } from '#domain/find-in-text.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { canSeeAuthor } from '#server/features/homes/announcements/base/policy.ts';
import { type AnnouncementRow, selectAnnouncements } from '#server/features/homes/announcements/base/queries.ts';
import { announcementVisibleWhere } from '#server/features/homes/announcements/base/visibility.ts';
import { readerOf } from '#server/features/members/audience/queries.ts';
import {
  type FindRequest,
  type FoundResults,
  inOrderOfIds,
  selectHits,
  termQueries,
  wordsToMark,
} from '#server/features/views/search/terms/queries.ts';

/** By title or text. */
export async function findAnnouncements(scope: BoardScope, request: FindRequest): Promise<FoundResults> {
  const { count, ids } = await selectHits(
    scope,
    request,
    sql`
      select item.id, found.in_title, coalesce(item.publish_on, item.created_at) as at
      from gate.search_announcements(${termQueries(scope, request.terms)}) found
      join announcements item on item.board_id = ${scope.board.id}::uuid and item.id = found.id
      where item.deleted_at is null and ${announcementVisibleWhere(readerOf(scope))}
    `,
  );
  const rows =
    ids.length === 0
      ? []
      : await selectAnnouncements(scope)
          .where('item.id', 'in', [...ids])
          .execute();
  const words = wordsToMark(request.terms);
  return { count, results: inOrderOfIds(rows, ids).map((row) => presentAnnouncement(scope, row, words)) };
}

function presentAnnouncement(
  scope: BoardScope,
  row: AnnouncementRow,
  words: readonly WordsToHighlight[],
): SearchResult {
  const text = excerptAround(row.body_text, words);
  return {
    ...{ itemType: 'announcements', id: row.id, title: highlightWords(row.title, words), state: row.state },
    ...{ publish_on: row.publish_on?.toISOString() ?? null, author: canSeeAuthor(scope, row) ? row.author_name : null },
    excerpt: text === null ? null : { label: null, text },
  };
}
