import { type RawBuilder, sql } from 'kysely';
import { definePage, type PageScope } from '#server/db/page-statement.ts';
import {
  resolutionNameOfDocument,
  selectResolutionOfDocument,
  selectVisibleResolutions,
} from '#server/features/deciding/motions/written/resolution/visibility.ts';
import {
  announcementNameOfDocument,
  selectAnnouncementOfDocument,
  selectVisibleAnnouncements,
} from '#server/features/homes/announcements/announcement/visibility.ts';
import {
  categoryNameOfDocument,
  selectLibraryHomeOfDocument,
  selectVisibleLibraryHomes,
} from '#server/features/homes/library/tree/visibility.ts';
import {
  meetingNameOfDocument,
  selectMeetingOfDocument,
  selectVisibleMeetings,
} from '#server/features/homes/meetings/meeting/visibility.ts';
import { pageReaderOf } from '#server/features/members/audience/queries.ts';
import { seenIn } from '#server/features/members/audience/visibility.ts';
import { selectDocumentsWithHome } from '#server/features/papers/documents/queries.ts';
import { selectVisibleHomes } from '#server/features/papers/documents/visibility.ts';
import {
  endOf,
  order,
  type SqlTerms,
  selectPage,
  sharedPhrases,
  sharedTerms,
  shownIds,
  shownRank,
} from '#server/features/views/search/terms/queries.ts';

const pagesMax = 3;

const homes = {
  meeting: { selectOfDocument: selectMeetingOfDocument, selectVisible: selectVisibleMeetings },
  announcement: { selectOfDocument: selectAnnouncementOfDocument, selectVisible: selectVisibleAnnouncements },
  library: { selectOfDocument: selectLibraryHomeOfDocument, selectVisible: selectVisibleLibraryHomes },
  resolution: { selectOfDocument: selectResolutionOfDocument, selectVisible: selectVisibleResolutions },
};

export const visibleHomes = (scope: PageScope): RawBuilder<unknown> => sql`
  home as materialized (${selectVisibleHomes(pageReaderOf(scope), homes)}), visible as materialized (
    select home.id, home.edits from home
    union all
    select item.id, home.edits from home join agenda_items item on item.board_id = ${scope.board.id} and item.meeting_id = home.id
  )
`;

/** Adds `is true` to prevent semi-joins, for which PostgreSQL underestimates the number of hits. */
const fromSeen = (scope: PageScope, among: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  from documents document
  where document.board_id = (select ${scope.board.id}) and ${among}
    and document.deleted_at is null and ${seenIn(scope, sql.ref('document.id'))}
    and (document.home_id in (select id from visible)) is true
    and (not document.hidden or (document.home_id in (select id from visible where edits)) is true)
`;

/** A phrase of more than two words is searched as pairs of adjacent words, so some hits may not contain the phrase. */
export const selectDocumentHits = (scope: PageScope, { parts }: SqlTerms): RawBuilder<unknown> => sql`
  select document.id ${fromSeen(scope, sql`document.id = any((select gate.search_documents(${parts}))::uuid[])`)}
`;

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

const homeName = sql<string>`coalesce(${meetingNameOfDocument}, ${announcementNameOfDocument}, ${categoryNameOfDocument},
  ${resolutionNameOfDocument})`;

/** If there are more hits than this, phrases are checked only in the hits needed for the page. */
const checkedMax = sql.lit(1_000);

/** The word index cannot decide whether a phrase of three or more words occurs. */
const needsCheck = sql<boolean>`(cardinality(${sharedPhrases}) > 0)`;
const areSeveral = sql<boolean>`(cardinality(${sharedTerms.terms}) > 1)`;
const areFew = sql<boolean>`((select count from total) <= ${checkedMax})`;

export const foundDocuments = definePage({ documents_skip: 'int', documents_most: 'int' }, (scope, params) => {
  const paging = { skip: params.documents_skip, most: params.documents_most };
  const end = endOf(paging);
  return selectPage(scope, {
    before: sql`${visibleHomes(scope)}, found as materialized (
      select unnest(gate.search_documents(${sharedTerms.parts})) as id
    ), seen as materialized (
      select document.id, document.created_at as at ${fromSeen(scope, sql`(document.id in (select id from found)) is true`)}
    ), total as materialized (select count(*) from seen), in_titles as materialized (
      select unnest(gate.search_titles(${sharedTerms.terms})) as id where exists (select from seen)
    ), ranked as materialized (
      select id, at, (id in (select id from in_titles))::int as in_title from seen where not ${areSeveral}
      union all
      select id, max(at), count(*)::int - 1
      from (select id, at from seen union all select id, null from in_titles) each where ${areSeveral}
      group by id having max(at) is not null
    ),`,
    first: sql`
      select id, in_title, at from (
        select id, in_title, at from ranked ${order} limit case when not ${needsCheck} then ${end} end
      ) hit where not ${needsCheck} or ${holdsPhrases(scope)}
      limit case when not ${needsCheck} or not ${areFew} then ${end} end
    `,
    count: sql`
      case when ${needsCheck} and (${areFew} or (select count(*) from first) < ${end})
        then (select count(*) from first) else (select count from total) end
    `,
    paging,
    rows: selectDocumentsWithHome(scope, homes)
      .where(sql<boolean>`document.id = ${shownIds}`)
      .select([shownRank('document.id').as('nth'), homeName.as('home_name'), selectPages(scope).as('pages')]),
  });
});
