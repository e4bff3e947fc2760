import { sql } from 'kysely';
import type { AnswerOf } from '#contract/endpoint.ts';
import {
  type getDocumentReaders,
  type getDocumentsReport,
  type ReportPerson,
  reportPageSize,
} from '#contract/reports.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { someAbove } from '#server/features/homes/library/base/visibility.ts';
import { presentHome } from '#server/features/papers/documents/present.ts';
import {
  homeIdOf,
  listHomeNames,
  loadDocument,
  loadVisibleDocuments,
} from '#server/features/papers/documents/queries.ts';
import { listMembersWhoSee } from '#server/features/papers/documents/visibility.ts';
import {
  countInBuckets,
  inPeriod,
  listPeopleOfBoard,
  matchesFilter,
  type PersonOfBoard,
  type ReportFilter,
} from '#server/features/views/reports/filter/queries.ts';

type DocumentsReport = AnswerOf<typeof getDocumentsReport>;

const namesMax = 3;

/** A report shows of the log only who opened or downloaded a document, and when. */
const openingsOf = (scope: BoardScope, filter: ReportFilter) => sql`
  from audit_entries opening
  where opening.board_id = ${scope.board.id}::uuid
    and opening.action in ('document.opened', 'document.downloaded')
    and ${inPeriod(filter, sql`opening.at`)} and ${matchesFilter(scope, filter, sql`opening.member_id`)}
`;

interface OutRow {
  readonly id: string;
  readonly openings: number;
  readonly last_at: Date | null;
  readonly found: number;
}

/** One page of the documents of published homes that were added or opened in the period, those opened last first. */
async function listPublishedDocuments(
  scope: BoardScope,
  filter: ReportFilter,
  page: number,
): Promise<readonly OutRow[]> {
  const board = sql`${scope.board.id}::uuid`;
  const { rows } = await sql<OutRow>`
    with opened as (
      select opening.subject_id as id, count(*)::int as openings, max(opening.at) as last_at
      ${openingsOf(scope, filter)}
      group by opening.subject_id
    )
    select document.id, coalesce(opened.openings, 0) as openings, opened.last_at, count(*) over ()::int as found
    from documents document
    left join opened on opened.id = document.id
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
      and not ${someAbove(sql.ref('folder.path'), sql`above.deleted_at is not null`)}
    where document.board_id = ${board} and document.deleted_at is null
      and coalesce(meeting.id, announcement.id, category.id) is not null
      and (opened.id is not null or ${inPeriod(filter, sql`document.created_at`)})
    order by opened.last_at desc nulls last, document.created_at desc, document.id desc
    limit ${reportPageSize} offset ${(page - 1) * reportPageSize}
  `.execute(scope.tx);
  return rows;
}

/** The active members within the filter who see each document as readers; nobody sees hidden ones. */
async function listAudiences(
  scope: BoardScope,
  documentIds: readonly string[],
  people: readonly PersonOfBoard[],
): Promise<ReadonlyMap<string, readonly ReportPerson[]>> {
  const seen = await listMembersWhoSee(scope, documentIds, 'reader');
  const active = people.filter(
    ({ person, matchesFilter: is }) => is && person.status === 'active' && !person.is_removed,
  );
  const isFor = new Map([...seen].map(([id, memberIds]) => [id, new Set(memberIds)]));
  return new Map(
    [...isFor].map(([id, memberIds]) => [
      id,
      active.map(({ person }) => person).filter((person) => memberIds.has(person.member_id)),
    ]),
  );
}

interface ReaderRow {
  readonly id: string;
  readonly member_id: string;
  readonly openings: number;
  readonly downloads: number;
  readonly first_at: Date;
  readonly last_at: Date;
}

async function listReaders(
  scope: BoardScope,
  filter: ReportFilter,
  documentIds: readonly string[],
): Promise<readonly ReaderRow[]> {
  const { rows } = await sql<ReaderRow>`
    select opening.subject_id as id, opening.member_id, count(*)::int as openings,
      count(*) filter (where opening.action = 'document.downloaded')::int as downloads,
      min(opening.at) as first_at, max(opening.at) as last_at
    ${openingsOf(scope, filter)} and opening.subject_id = any(${documentIds}::uuid[]) and opening.member_id is not null
    group by opening.subject_id, opening.member_id
    order by max(opening.at) desc
  `.execute(scope.tx);
  return rows;
}

export async function documentsReport(scope: BoardScope, filter: ReportFilter, page: number): Promise<DocumentsReport> {
  const published = await listPublishedDocuments(scope, filter, page);
  const ids = published.map((row) => row.id);
  const people = await listPeopleOfBoard(scope, filter);
  const audiences = await listAudiences(scope, ids, people);
  const readers = Map.groupBy(await listReaders(scope, filter, ids), (row) => row.id);
  const documents = await loadVisibleDocuments(scope, ids);
  const names = await listHomeNames(
    scope,
    documents.map(({ home }) => home),
  );
  const counted = new Map(published.map((row) => [row.id, row]));
  return {
    documents: documents.map((document) => {
      const { id, title, extension, mime_type, page_count, home } = document;
      const audience = audiences.get(id) ?? [];
      const read = new Set(readers.get(id)?.map((row) => row.member_id));
      const notRead = audience.filter((person) => !read.has(person.member_id));
      const row = counted.get(id);
      return {
        ...{ id, title, extension, mime_type, page_count },
        home: presentHome(home),
        home_name: names.get(homeIdOf(home)) ?? '',
        added_at: document.created_at.toISOString(),
        read_by: audience.length - notRead.length,
        audience: audience.length,
        not_read: notRead.slice(0, namesMax).map(({ name }) => name),
        openings: row?.openings ?? 0,
        last_opened_at: row?.last_at?.toISOString() ?? null,
      };
    }),
    found: published[0]?.found ?? 0,
    total: await totalOf(scope, filter),
    buckets: await countInBuckets(scope, filter, sql`select opening.at ${openingsOf(scope, filter)}`),
  };
}

/** Throws `not-found` for an unknown document. */
export async function documentReaders(
  scope: BoardScope,
  filter: ReportFilter,
  documentId: string,
): Promise<AnswerOf<typeof getDocumentReaders>> {
  await loadDocument(scope, documentId);
  const people = await listPeopleOfBoard(scope, filter);
  const audience = (await listAudiences(scope, [documentId], people)).get(documentId) ?? [];
  const known = new Map(people.map(({ person }) => [person.member_id, person]));
  const rows = await listReaders(scope, filter, [documentId]);
  const read = new Set(rows.map((row) => row.member_id));
  return {
    readers: rows.flatMap(({ member_id: memberId, first_at: first, last_at: last, openings, downloads }) => {
      const person = known.get(memberId);
      if (!person) return [];
      return [{ ...person, first_at: first.toISOString(), last_at: last.toISOString(), openings, downloads }];
    }),
    not_read: audience.filter((person) => !read.has(person.member_id)),
  };
}

export interface OpeningRow {
  readonly title: string | null;
  readonly member_id: string | null;
  readonly at: Date;
  readonly is_download: boolean;
}

/** Each opening, the latest first; of a document that is gone for good the title is null. */
export async function listOpenings(
  scope: BoardScope,
  filter: ReportFilter,
  max: number,
): Promise<readonly OpeningRow[]> {
  const { rows } = await sql<OpeningRow>`
    select (
        select document.title from documents document
        where document.board_id = ${scope.board.id}::uuid and document.id = opening.subject_id
      ) as title,
      opening.member_id, opening.at, opening.action = 'document.downloaded' as is_download
    ${openingsOf(scope, filter)}
    order by opening.at desc, opening.id desc
    limit ${max}
  `.execute(scope.tx);
  return rows;
}

async function totalOf(scope: BoardScope, filter: ReportFilter): Promise<DocumentsReport['total']> {
  const { rows } = await sql<DocumentsReport['total']>`
    select count(*)::int as openings, count(distinct opening.subject_id)::int as documents,
      count(distinct opening.member_id)::int as readers
    ${openingsOf(scope, filter)}
  `.execute(scope.tx);
  return rows[0] ?? { openings: 0, documents: 0, readers: 0 };
}
