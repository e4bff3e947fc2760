import { sql } from 'kysely';
import type { PaperFault } from '#domain/publish-check.ts';
import type { BoardScope, Ports } from '#server/db/board-scope.ts';
import {
  definePage,
  type PageScope,
  type QueryScope,
  type SelectedRow,
  type SqlValue,
} from '#server/db/page-statement.ts';
import { authorize, notFound } from '#server/errors.ts';
import type { MemberIds } from '#server/features/members/audience/queries.ts';
import {
  isWithheld,
  seenIn,
  selectWithheld,
  type ViewOf,
  type WithheldFacts,
} from '#server/features/members/audience/visibility.ts';
import { canEditHome } from './policy.ts';
import { type DocumentHome, type Home, type HomeKind, homeOf } from './ports.ts';

export const homeIdOf = (home: DocumentHome): string => (home.kind === 'library' ? home.categoryId : home.id);

export interface LoadedDocument extends DocumentRow {
  readonly hidden: boolean;
  readonly has_reading_copy: boolean;
  readonly home: DocumentHome;
}

export async function loadDocument(scope: BoardScope, documentId: string): Promise<LoadedDocument> {
  const [document] = await loadVisibleDocuments(scope, [documentId]);
  if (!document) throw notFound();
  return document;
}

export async function loadVisibleDocuments(
  scope: BoardScope,
  ids: readonly string[],
): Promise<readonly LoadedDocument[]> {
  if (ids.length === 0) return [];
  const rows = await selectDocumentsWithHome(scope, scope.ports.homes)
    .where('document.id', 'in', [...ids])
    .execute();
  return visibleDocuments(scope, rows).toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

type Homes = Readonly<Record<HomeKind, Pick<Home, 'selectOfDocument'>>>;

export const selectDocumentsWithHome = (
  scope: QueryScope & MemberIds,
  { meeting, announcement, library, resolution }: Homes,
) =>
  selectDocuments(scope).select([
    'document.hidden',
    sql<boolean>`version.reading_key is not null`.as('has_reading_copy'),
    selectWithheld(scope, sql.ref('document.id')),
    sql<DocumentHome | null>`coalesce(${meeting.selectOfDocument(scope)}, ${announcement.selectOfDocument(scope)},
      ${library.selectOfDocument(scope)}, ${resolution.selectOfDocument(scope)})`.as('home'),
  ]);

/** Does not check visibility; the caller must use `seenDocument`. */
export const defineDocument = ({ homes }: Ports) =>
  definePage({ id: 'uuid' }, (scope, { id }) => selectDocumentsWithHome(scope, homes).where('document.id', '=', id));

export function seenDocument<Row extends DocumentFacts>(reader: DocumentReader, row: Row | null) {
  const [document] = visibleDocuments(reader, row === null ? [] : [row]);
  if (!document) throw notFound();
  return document;
}

interface DocumentFacts extends WithheldFacts {
  readonly hidden: boolean;
  readonly home: DocumentHome | null;
}
type DocumentReader = Pick<BoardScope, 'member' | 'via' | 'ports'>;

export const visibleDocuments = <Row extends DocumentFacts>(
  reader: DocumentReader,
  rows: readonly Row[],
): readonly (Row & { readonly home: DocumentHome })[] =>
  rows.flatMap((row) => {
    const { home } = row;
    if (isWithheld(row) || home === null || !homeOf(reader, home).isVisible(reader, home)) return [];
    return row.hidden && !canEditHome(reader, home) ? [] : [{ ...row, home }];
  });

/** Locks the home before the document's row, to prevent deadlocks. */
export async function loadDocumentForEdit(scope: BoardScope, documentId: string): Promise<LoadedDocument> {
  const { home } = await loadDocument(scope, documentId);
  authorize(canEditHome(scope, home));
  await homeOf(scope, home).lock(scope, home);
  // Load again under the lock, because the document may have been deleted or moved.
  const document = await loadDocument(scope, documentId);
  authorize(canEditHome(scope, document.home));
  return document;
}

/** The alias is not `version`, because `documentId` may refer to an outer table of that name. */
export const currentVersionOf = ({ board }: QueryScope, documentId: SqlValue<string>) => sql<string>`(
  select current_version.id from document_versions current_version
  where current_version.board_id = ${board.id}::uuid and current_version.document_id = ${documentId}::uuid
  order by current_version.number desc limit 1
)`;

const documentsOfHomeMax = 1_000;

export type DocumentRow = SelectedRow<typeof selectDocuments>;

export interface DocumentOfReader extends DocumentRow {
  readonly opened_at: Date | null;
  readonly changed_pages: number | null;
}

export const lastOpening = ({ board, member }: MemberIds) => {
  const openedAt = sql<Date | null>`(
    select recent.opened_at from recent_documents recent
    where recent.board_id = ${board.id}::uuid and recent.member_id = ${member.id}::uuid and recent.document_id = document.id
  )`;
  // Calling the function is expensive, and most documents have only one version.
  const changedPages = sql<number | null>`case
    when version.number > 1 then changed_pages_since_opening(${member.id}::uuid, document.id, version.id)
  end`;
  return [openedAt.as('opened_at'), changedPages.as('changed_pages')] as const;
};

export const changedPagesSince = sql<Readonly<Record<string, readonly number[]>> | null>`(
  select jsonb_object_agg(compared.from_id, compared.pages) from version_comparisons compared
  join document_versions earlier on earlier.board_id = compared.board_id and earlier.id = compared.from_id
  where compared.board_id = document.board_id and compared.to_id = version.id and compared.pages is not null
    and not earlier.withdrawn
)`.as('changed_pages_since');

export function selectDocuments(scope: QueryScope) {
  return scope.tx
    .selectFrom('documents as document')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('document_versions')
          .select([
            'document_versions.id',
            'document_versions.number',
            'document_versions.filename',
            'document_versions.byte_size',
            'document_versions.page_count',
            'document_versions.preview_state',
            'document_versions.has_tracked_changes',
            'document_versions.reading_key',
            'document_versions.text_complete_at',
            'document_versions.created_at',
          ])
          .whereRef('document_versions.document_id', '=', 'document.id')
          .where('document_versions.board_id', '=', scope.board.id)
          .orderBy('document_versions.number', 'desc')
          .limit(1)
          .as('version'),
      (join) => join.onTrue(),
    )
    .where('document.board_id', '=', scope.board.id)
    .where('document.deleted_at', 'is', null)
    .select([
      'document.id',
      'document.title',
      'document.extension',
      'document.mime_type',
      'document.is_link',
      'document.link_url',
      'document.meeting_id',
      'document.agenda_item_id',
      'document.printing_disabled',
      'document.not_on_devices',
      'document.created_at',
      'version.id as version_id',
      'version.created_at as version_created_at',
      'version.filename',
      'version.byte_size',
      'version.page_count',
      'version.preview_state',
      'version.has_tracked_changes',
    ]);
}

const selectDocumentsInOrder = (scope: QueryScope) =>
  selectDocuments(scope)
    .orderBy('document.position')
    .orderBy('document.created_at')
    .orderBy('document.id')
    .limit(documentsOfHomeMax);

export const selectDocumentsOfAnnouncement = (scope: QueryScope, announcementId: SqlValue<string>) =>
  selectDocumentsInOrder(scope).where('document.announcement_id', '=', announcementId);

export const selectDocumentsOfResolution = (scope: QueryScope, resolutionId: SqlValue<string>) =>
  selectDocumentsInOrder(scope)
    .where('document.written_resolution_id', '=', resolutionId)
    .where('document.hidden', '=', false);

export const selectDocumentsOfMeeting = (scope: QueryScope, meetingId: SqlValue<string>, view: ViewOf) =>
  selectDocumentsInOrder(scope)
    .where(seenIn(view, sql.ref('document.id')))
    .where((eb) =>
      eb.or([
        eb('document.meeting_id', '=', meetingId),
        // Uses a subquery, because PostgreSQL may choose a bad plan for a join until it has statistics, for example
        // after an import.
        sql<boolean>`document.agenda_item_id = any(array(
          select item.id from agenda_items item where item.board_id = ${scope.board.id} and item.meeting_id = ${meetingId}
        ))`,
      ]),
    );

export const selectFaultyDocuments = (scope: PageScope, meetingId: SqlValue<string>) =>
  scope.tx
    .selectFrom(selectDocumentsOfMeeting(scope, meetingId, scope).select('version.text_complete_at').as('paper'))
    .select('paper.id')
    .select(sql<PaperFault>`case when paper.page_count is null then 'damaged' else 'no-text' end`.as('fault'))
    .where('paper.mime_type', '=', 'application/pdf')
    .where('paper.text_complete_at', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('document_texts as text')
            .select('text.page')
            .where('text.board_id', '=', scope.board.id)
            .whereRef('text.version_id', '=', 'paper.version_id'),
        ),
      ),
    );
