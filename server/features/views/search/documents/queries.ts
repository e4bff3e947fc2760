import { sql } from 'kysely';
import type { SearchResult } from '#contract/search.ts';
import { excerptAround, highlightWords, type TextPiece, type WordsToHighlight } from '#domain/find-in-text.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { presentHome } from '#server/features/papers/documents/present.ts';
import {
  homeIdOf,
  type LoadedDocument,
  listHomeNames,
  loadVisibleDocuments,
} from '#server/features/papers/documents/queries.ts';
import { selectVisibleHomes } from '#server/features/papers/documents/visibility.ts';
import {
  type FindRequest,
  type FoundResults,
  type SearchTerm,
  selectHits,
  termQueries,
  wordsToMark,
} from '#server/features/views/search/terms/queries.ts';

/** Shown of one document. */
const pagesMax = 3;

/** By title, or by the pages of the current version. */
export async function findDocuments(scope: BoardScope, request: FindRequest): Promise<FoundResults> {
  const { count, ids } = await selectHits(
    scope,
    request,
    // `is true` keeps both subqueries from becoming joins: PostgreSQL underestimates the hits and would compare each with
    // every home.
    sql`
      with visible as materialized (${selectVisibleHomes(scope)})
      select document.id, found.in_title, document.created_at as at
      from gate.search_documents(${termQueries(scope, request.terms)}) found
      join documents document on document.board_id = ${scope.board.id}::uuid and document.id = found.id
      left join agenda_items item on item.board_id = document.board_id and item.id = document.agenda_item_id
      cross join lateral (
        select coalesce(
          document.meeting_id, item.meeting_id, document.announcement_id, document.category_id, document.folder_id
        ) as home_id
      ) home
      where document.deleted_at is null and (home.home_id in (select id from visible)) is true
        and (not document.hidden or (home.home_id in (select id from visible where edits)) is true)
    `,
  );
  if (ids.length === 0) return { count, results: [] };
  const documents = await loadVisibleDocuments(scope, ids);
  const words = wordsToMark(request.terms);
  const pages = await findPages(scope, request.terms, documents);
  const names = await listHomeNames(
    scope,
    documents.map((document) => document.home),
  );
  const results = documents.map((document) => {
    const homeName = names.get(homeIdOf(document.home)) ?? '';
    return presentDocument(document, { words, homeName, pages: pages.get(document.version_id ?? '') });
  });
  return { count, results };
}

interface PagesOfDocument {
  readonly count: number;
  readonly shown: readonly { readonly page: number; readonly text: readonly TextPiece[] }[];
}

/** The pages with the most of the words, by version. */
async function findPages(
  scope: BoardScope,
  terms: readonly SearchTerm[],
  documents: readonly LoadedDocument[],
): Promise<ReadonlyMap<string, PagesOfDocument>> {
  const versions = documents.flatMap((document) => document.version_id ?? []);
  if (versions.length === 0) return new Map();
  const { rows } = await sql<{ version_id: string; page: number; count: number; text: string }>`
    select ranked.version_id, ranked.page, ranked.count, stored.text
    from (
      select best.version_id, best.page, row_number() over (partition by best.version_id order by best.page) as nth,
        count(*) over (partition by best.version_id)::int as count
      from (
        select hit.version_id, hit.page, hit.found, max(hit.found) over (partition by hit.version_id) as most
        from gate.search_pages(${termQueries(scope, terms)}, ${versions}::uuid[]) hit
      ) best
      where best.found = best.most
    ) ranked
    join document_texts stored on stored.board_id = ${scope.board.id}::uuid
      and stored.version_id = ranked.version_id and stored.page = ranked.page
    where ranked.nth <= ${pagesMax}
    order by ranked.page
  `.execute(scope.tx);
  const words = wordsToMark(terms);
  const byVersion = Map.groupBy(rows, (row) => row.version_id);
  return new Map(
    [...byVersion].map(([versionId, of]) => {
      const shown = of.map(({ page, text }) => ({ page, text: excerptAround(text, words) ?? [] }));
      return [versionId, { count: of[0]?.count ?? 0, shown }];
    }),
  );
}

function presentDocument(
  document: LoadedDocument,
  given: {
    readonly words: readonly WordsToHighlight[];
    readonly homeName: string;
    readonly pages: PagesOfDocument | undefined;
  },
): SearchResult {
  const { id, extension, mime_type, is_link } = document;
  return {
    ...{ itemType: 'documents', id, extension, mime_type, is_link },
    title: highlightWords(document.title, given.words),
    created_at: document.created_at.toISOString(),
    home: presentHome(document.home),
    home_name: given.homeName,
    pages_found: given.pages?.count ?? 0,
    pages: (given.pages?.shown ?? []).map(({ page, text }) => ({ page, text: [...text] })),
  };
}
