import { sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';

/** Documents of a meeting or an announcement that are listed at most. */
const documentsOfMeetingMax = 1_000;

/** A document that was not deleted, with its current version; a link has none. */
export interface DocumentRow {
  readonly id: string;
  readonly title: string;
  readonly extension: string;
  readonly mime_type: string;
  readonly is_link: boolean;
  readonly link_url: string | null;
  readonly meeting_id: string | null;
  readonly agenda_item_id: string | null;
  readonly printing_disabled: boolean;
  readonly created_at: Date;
  readonly version_id: string | null;
  /** When the current file came; null for links. */
  readonly version_created_at: Date | null;
  readonly filename: string | null;
  readonly byte_size: number | null;
  readonly page_count: number | null;
  readonly preview_state: 'none' | 'waiting' | 'made' | 'failed' | null;
}

/** Documents with their current versions; whoever lists or loads documents starts from here. */
export function selectDocuments(scope: Pick<BoardScope, 'tx' | 'board'>) {
  return scope.tx
    .selectFrom('documents as document')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('document_versions')
          .select([
            'document_versions.id',
            'document_versions.filename',
            'document_versions.byte_size',
            'document_versions.page_count',
            'document_versions.preview_state',
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
      'document.created_at',
      'version.id as version_id',
      'version.created_at as version_created_at',
      'version.filename',
      'version.byte_size',
      'version.page_count',
      'version.preview_state',
    ]);
}

/** In their order. */
export async function listDocumentsOfAnnouncement(
  scope: Pick<BoardScope, 'tx' | 'board'>,
  announcementId: string,
): Promise<readonly DocumentRow[]> {
  return selectDocuments(scope)
    .where('document.announcement_id', '=', announcementId)
    .orderBy('document.position')
    .orderBy('document.created_at')
    .orderBy('document.id')
    .limit(documentsOfMeetingMax)
    .execute();
}

/** The documents of the meeting itself and of its agenda items, each place's in its order. */
export async function listDocumentsOfMeeting(
  scope: Pick<BoardScope, 'tx' | 'board'>,
  meetingId: string,
): Promise<readonly DocumentRow[]> {
  // Two plain steps: a join could be planned badly while the database has no statistics yet, as after an import.
  const items = await scope.tx
    .selectFrom('agenda_items')
    .select('id')
    .where('board_id', '=', scope.board.id)
    .where('meeting_id', '=', meetingId)
    .execute();
  const itemIds = items.map((item) => item.id);
  return selectDocuments(scope)
    .where((eb) =>
      eb.or([
        eb('document.meeting_id', '=', meetingId),
        eb('document.agenda_item_id', '=', sql<string>`any(${itemIds}::uuid[])`),
      ]),
    )
    .orderBy('document.position')
    .orderBy('document.created_at')
    .orderBy('document.id')
    .limit(documentsOfMeetingMax)
    .execute();
}
