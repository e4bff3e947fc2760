import { type Expression, type RawBuilder, sql } from 'kysely';
import { reportPageSize } from '#contract/reports.ts';
import type { Ports } from '#server/db/board-scope.ts';
import { definePage, defineRows, type PageScope, type ResultOf } from '#server/db/page-statement.ts';
import { anyParentFolder } from '#server/features/homes/library/tree/visibility.ts';
import { seenIn } from '#server/features/members/audience/visibility.ts';
import type { DocumentHome } from '#server/features/papers/documents/ports.ts';
import { selectDocumentsWithHome } from '#server/features/papers/documents/queries.ts';
import { selectMembersWhoSee } from '#server/features/papers/documents/visibility.ts';
import {
  filterParams,
  inPeriod,
  matchesFilter,
  type SqlFilter,
  selectDayCounts,
} from '#server/features/views/reports/filter/queries.ts';

const authorOf = ({ board }: Pick<PageScope, 'board'>, documentId: Expression<unknown>) => sql<string | null>`(
  select own.created_by from documents own where own.board_id = ${board.id} and own.id = ${documentId}
)`;

const selectOpenings = (scope: PageScope, filter: SqlFilter) =>
  scope.tx
    .selectFrom('audit_entries as opening')
    .where('opening.board_id', '=', scope.board.id)
    // These values are constants, because PostgreSQL would not use the partial index if they were parameters.
    .where(sql<boolean>`opening.action in ('document.opened', 'document.downloaded')`)
    .where(sql<boolean>`opening.detail ->> 'in_book' is null`)
    .where(seenIn(scope, sql.ref('opening.subject_id')))
    .where(sql<boolean>`opening.member_id is distinct from ${authorOf(scope, sql.ref('opening.subject_id'))}`)
    .where(inPeriod(scope, filter, sql.ref('opening.at')))
    .where(matchesFilter(scope, filter, sql.ref('opening.member_id')));

export interface ReportDocument {
  readonly id: string;
  readonly title: string;
  readonly extension: string;
  readonly page_count: number | null;
  readonly hidden: boolean;
  readonly is_withheld: boolean;
  readonly home: DocumentHome | null;
  readonly home_name: string;
  readonly openings: number;
  readonly last_at: Date | null;
  readonly found: number;
  /** Active members who can see the document as readers. Empty for a hidden document. */
  readonly seen_by: readonly string[];
  readonly read_by: readonly string[];
}

function selectPublishedDocuments(scope: PageScope, filter: SqlFilter, page: Expression<number>): RawBuilder<unknown> {
  const opened = selectOpenings(scope, filter)
    .select((eb) => [
      'opening.subject_id as id',
      eb.fn.countAll<number>().as('openings'),
      eb.fn.max('opening.at').as('last_at'),
    ])
    .groupBy('opening.subject_id');
  return sql`
    select document.id, coalesce(opened.openings, 0) as openings, opened.last_at, count(*) over () as found,
      coalesce(meeting.title, announcement.title, category.name, written.title) as home_name,
      row_number() over (order by opened.last_at desc nulls last, document.created_at desc, document.id desc) as place
    from documents document
    left join (${opened}) opened on opened.id = document.id
    left join agenda_items item on item.board_id = document.board_id and item.id = document.agenda_item_id
    left join meetings meeting on meeting.board_id = document.board_id
      and meeting.id = coalesce(document.meeting_id, item.meeting_id) and meeting.deleted_at is null
      and meeting.state <> 'draft'
    left join announcements announcement on announcement.board_id = document.board_id
      and announcement.id = document.announcement_id and announcement.deleted_at is null
      and announcement.state = 'published'
    left join folders folder on folder.board_id = document.board_id and folder.id = document.folder_id
    left join categories category on category.board_id = document.board_id
      and category.id = coalesce(document.category_id, folder.category_id) and category.deleted_at is null
      and not ${anyParentFolder(sql.ref('folder.path'), sql`above.deleted_at is not null`)}
    left join written_resolutions written on written.board_id = document.board_id
      and written.id = document.written_resolution_id and written.round > 0
    where document.board_id = ${scope.board.id} and document.deleted_at is null and ${seenIn(scope, sql.ref('document.id'))}
      and coalesce(meeting.id, announcement.id, category.id, written.id) is not null
      and (opened.id is not null or ${inPeriod(scope, filter, sql.ref('document.created_at'))})
    order by place
    limit ${reportPageSize} offset (${page} - 1) * ${reportPageSize}
  `;
}

/** Does not check visibility; the caller must use `visibleDocuments`. */
export const definePublishedDocuments = ({ homes }: Ports) =>
  defineRows({ ...filterParams, page: 'int' }, (scope, { page, ...filter }) => {
    const readers = selectOpenings(scope, filter)
      .select('opening.member_id')
      .distinct()
      .where('opening.subject_id', '=', sql.ref<string>('page.id'))
      .where('opening.member_id', 'is not', null);
    const documents = selectDocumentsWithHome(scope, homes).where(
      sql<boolean>`document.id = any(array(select page.id from page))`,
    );
    const audiences = selectMembersWhoSee(scope, homes, {
      documentIds: sql`array(select page.id from page)`,
      as: 'reader',
    });
    return scope.tx
      .selectFrom(
        sql<ReportDocument>`(
        with page as materialized (${selectPublishedDocuments(scope, filter, page)})
        select shown.id, shown.title, shown.extension, shown.page_count, shown.hidden, shown.is_withheld, shown.home,
          page.home_name, page.openings, page.last_at, page.found, page.place,
          array_remove(coalesce(audience.member_ids, '{}'), ${authorOf(scope, sql.ref('page.id'))}) as seen_by,
          array(${readers}) as read_by
        from page
        join (${documents}) shown on shown.id = page.id
        left join (${audiences}) audience on audience.id = page.id
      )`.as('each'),
      )
      .selectAll('each')
      .orderBy(sql`each.place`);
  });

export const openingTotals = definePage(filterParams, (scope, filter) =>
  selectOpenings(scope, filter).select((eb) => [
    eb.fn.countAll<number>().as('openings'),
    eb.fn.count<number>('opening.subject_id').distinct().as('documents'),
    eb.fn.count<number>('opening.member_id').distinct().as('readers'),
  ]),
);

export const openingDays = defineRows(filterParams, (scope, filter) =>
  selectDayCounts(scope, sql<{ readonly at: Date }>`${selectOpenings(scope, filter).select('opening.at')}`),
);

export const defineAudience = ({ homes }: Ports) =>
  defineRows({ id: 'uuid' }, (scope, { id }) =>
    scope.tx
      .selectFrom(
        sql<{ readonly member_ids: readonly string[] }>`(${selectMembersWhoSee(scope, homes, {
          documentIds: sql`array[${id}]`,
          as: 'reader',
        })})`.as('audience'),
      )
      .select(sql<readonly string[]>`array_remove(audience.member_ids, ${authorOf(scope, id)})`.as('member_ids')),
  );

export const readersOfDocument = defineRows({ ...filterParams, id: 'uuid' }, (scope, { id, ...filter }) =>
  selectOpenings(scope, filter)
    .select((eb) => [
      eb.ref('opening.member_id').$notNull().as('member_id'),
      eb.fn.countAll<number>().as('openings'),
      sql<number>`count(*) filter (where opening.action = 'document.downloaded')`.as('downloads'),
      eb.fn.min('opening.at').as('first_at'),
      eb.fn.max('opening.at').as('last_at'),
    ])
    .where('opening.subject_id', '=', id)
    .where('opening.member_id', 'is not', null)
    .groupBy('opening.member_id')
    .orderBy(sql`max(opening.at) desc`),
);

/** The title is null if the document was purged. */
export const defineOpenings = (max: number) =>
  defineRows(filterParams, (scope, filter) =>
    selectOpenings(scope, filter)
      .select((eb) => [
        eb
          .selectFrom('documents as document')
          .select('document.title')
          .where('document.board_id', '=', scope.board.id)
          .whereRef('document.id', '=', 'opening.subject_id')
          .as('title'),
        'opening.member_id',
        'opening.at',
        sql<boolean>`opening.action = 'document.downloaded'`.as('is_download'),
      ])
      .orderBy('opening.at', 'desc')
      .orderBy('opening.id', 'desc')
      .limit(max),
  );

export type ReaderRow = ResultOf<typeof readersOfDocument>[number];
