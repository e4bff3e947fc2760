import { type RawBuilder, sql } from 'kysely';
import { searchWordsMax } from '#domain/search.ts';
import { definePage, type PageScope } from '#server/db/page-statement.ts';
import {
  resolutionNameOfDocument,
  selectResolutionOfDocument,
  selectVisibleResolutions,
} from '#server/features/deciding/motions/written/base/visibility.ts';
import {
  announcementNameOfDocument,
  selectAnnouncementOfDocument,
  selectVisibleAnnouncements,
} from '#server/features/homes/announcements/base/visibility.ts';
import {
  categoryNameOfDocument,
  selectLibraryHomeOfDocument,
  selectVisibleLibraryHomes,
} from '#server/features/homes/library/base/visibility.ts';
import {
  meetingNameOfDocument,
  selectMeetingOfDocument,
  selectVisibleMeetings,
} from '#server/features/homes/meetings/base/visibility.ts';
import { pageReaderOf } from '#server/features/members/audience/queries.ts';
import { seenIn } from '#server/features/members/audience/visibility.ts';
import { selectDocumentsWithHome } from '#server/features/papers/documents/queries.ts';
import { selectVisibleHomes } from '#server/features/papers/documents/visibility.ts';
import {
  nthShown,
  type SqlTerms,
  selectPage,
  sharedPhrases,
  sharedTerms,
  shownIds,
} from '#server/features/views/search/terms/queries.ts';

/** Shown of one document. */
const pagesMax = 3;

const homes = {
  meeting: { selectOfDocument: selectMeetingOfDocument, selectVisible: selectVisibleMeetings },
  announcement: { selectOfDocument: selectAnnouncementOfDocument, selectVisible: selectVisibleAnnouncements },
  library: { selectOfDocument: selectLibraryHomeOfDocument, selectVisible: selectVisibleLibraryHomes },
  resolution: { selectOfDocument: selectResolutionOfDocument, selectVisible: selectVisibleResolutions },
};

/** For `selectDocumentHits`: `visible`, the homes and agenda items whose documents the reader sees. */
export const visibleHomes = (scope: PageScope): RawBuilder<unknown> => sql`
  home as materialized (${selectVisibleHomes(pageReaderOf(scope), homes)}), visible as materialized (
    select home.id, home.edits from home
    union all
    select item.id, home.edits from home join agenda_items item on item.board_id = ${scope.board.id} and item.meeting_id = home.id
  )
`;

/**
 * By title, or by the pages of the current version; of longer phrases, those that hold each two neighbours. `is true` keeps subqueries
 * from becoming joins, and ids are an array: PostgreSQL underestimates the hits, and would compare each with every home. The board is
 * worked out once. Of several words, most titles hold none: one comparison says so.
 */
export const selectDocumentHits = (scope: PageScope, { terms, parts }: SqlTerms): RawBuilder<unknown> => sql`
  select document.id, document.created_at as at,
    case when cardinality(${terms}) = 1 or document.words @@ (select string_agg('(' || q::text || ')', ' | ')::tsquery from unnest(${terms}) q)
      then ${countInTitle(terms)} else 0 end as in_title
  from documents document
  cross join lateral (
    select coalesce(
      document.meeting_id, document.agenda_item_id, document.announcement_id, document.category_id, document.folder_id,
      document.written_resolution_id
    ) as id
  ) point
  where document.board_id = (select ${scope.board.id})
    and document.id = any((select gate.search_documents(${parts}))::uuid[])
    and document.deleted_at is null and ${seenIn(scope, sql.ref('document.id'))} and (point.id in (select id from visible)) is true
    and (not document.hidden or (point.id in (select id from visible where edits)) is true)
`;

/** Written out: a subquery for each row would cost more than the comparing. */
function countInTitle(terms: RawBuilder<unknown>, nth = 1): RawBuilder<unknown> {
  const here = sql`(document.words @@ (${terms})[${sql.lit(nth)}])::int`;
  if (nth === searchWordsMax) return here;
  return sql`${here} + case when cardinality(${terms}) > ${sql.lit(nth)} then ${countInTitle(terms, nth + 1)} else 0 end`;
}

/** Whether each longer phrase stands as it is in the title of `hit`, or on a page of its current version. */
const holdsPhrases = (scope: PageScope): RawBuilder<boolean> => sql<boolean>`not exists (
  select from unnest(${sharedPhrases}) phrase (q)
  where not exists (
    select from document_texts stored
    where stored.board_id = (select ${scope.board.id}) and stored.words @@ phrase.q and stored.version_id = (
      select version.id from document_versions version
      where version.board_id = (select ${scope.board.id}) and version.document_id = hit.id
      order by version.number desc limit 1
    )
  ) and not exists (
    select from documents document
    where document.board_id = (select ${scope.board.id}) and document.id = hit.id and document.words @@ phrase.q
  )
)`;

interface PagesOfDocument {
  readonly count: number;
  readonly shown: readonly { readonly page: number; readonly text: string }[];
}

/** Those of the row `version` with the most of the words. */
const selectPages = (scope: PageScope): RawBuilder<PagesOfDocument> => sql<PagesOfDocument>`(
  select json_build_object(
    'count', coalesce(max(ranked.count), 0),
    'shown', coalesce(json_agg(json_build_object('page', ranked.page, 'text', stored.text) order by ranked.page), '[]')
  )
  from (
    select best.page, row_number() over (order by best.page) as nth, count(*) over () as count
    from (
      select hit.page, hit.found, max(hit.found) over () as most
      from gate.search_pages(${sharedTerms.terms}, array[version.id]) hit
    ) best
    where best.found = best.most
  ) ranked
  join document_texts stored on stored.board_id = ${scope.board.id}
    and stored.version_id = version.id and stored.page = ranked.page
  where ranked.nth <= ${sql.lit(pagesMax)}
)`;

/** The title of the meeting or the announcement, or the name of the category. */
const homeName = sql<string>`coalesce(${meetingNameOfDocument}, ${announcementNameOfDocument}, ${categoryNameOfDocument},
  ${resolutionNameOfDocument})`;

export const foundDocuments = definePage({ documents_skip: 'int', documents_most: 'int' }, (scope, params) =>
  selectPage(scope, {
    before: sql`${visibleHomes(scope)},`,
    hits: selectDocumentHits(scope, sharedTerms),
    check: { isNeeded: sql<boolean>`(cardinality(${sharedPhrases}) > 0)`, holds: holdsPhrases(scope) },
    paging: { skip: params.documents_skip, most: params.documents_most },
    rows: selectDocumentsWithHome(scope, homes)
      .where(sql<boolean>`document.id = ${shownIds}`)
      .select([nthShown('document.id').as('nth'), homeName.as('home_name'), selectPages(scope).as('pages')]),
  }),
);
