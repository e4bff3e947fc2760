import { sql } from 'kysely';
import { restorableSince } from '#domain/timings.ts';
import { sameBoard } from '#server/db/board-rows.ts';
import type { BoardJobScope, Ports } from '#server/db/board-scope.ts';
import { defineEither, definePage, defineRows } from '#server/db/page-statement.ts';
import { seenIn } from '#server/features/members/audience/visibility.ts';
import type { DocumentHome } from '#server/features/papers/documents/ports.ts';
import type { DueItem } from '#server/jobs/each-due.ts';

const deletedListedMax = 200;

const kinds = ['meeting', 'announcement'] as const;

export const defineRestoringHome = ({ homes }: Ports) =>
  defineEither(kinds, (kind) =>
    definePage({ id: 'uuid' }, (scope, { id }) =>
      scope.tx
        // Simulates a document row, because `selectOfDocument` requires one.
        .selectFrom(
          sql`(
            select ${scope.board.id} as board_id, null::uuid as agenda_item_id,
              ${kind === 'meeting' ? id : sql`null::uuid`} as meeting_id,
              ${kind === 'announcement' ? id : sql`null::uuid`} as announcement_id
          )`.as('document'),
        )
        .select(sql<DocumentHome | null>`${homes[kind].selectOfDocument(scope)}`.as('home')),
    ),
  );

export const deletedDocuments = defineEither(kinds, (kind) =>
  defineRows({ id: 'uuid', restorable_since: 'timestamptz' }, (scope, { id, restorable_since }) =>
    scope.tx
      .selectFrom('documents as d')
      .leftJoin('agenda_items as item', (join) => sameBoard(join, 'item.id', 'd.agenda_item_id'))
      .leftJoin('members as m', (join) => sameBoard(join, 'm.id', 'd.deleted_by'))
      .select(['d.id', 'd.title', 'd.extension', 'd.mime_type', 'd.is_link', 'item.title as agenda_item_title'])
      .select([sql<Date>`d.deleted_at`.as('deleted_at'), sql<string | null>`known_name(m)`.as('deleted_by')])
      .where('d.board_id', '=', scope.board.id)
      .where('d.deleted_at', '>', restorable_since)
      .where(seenIn(scope, sql.ref('d.id')))
      .where(
        kind === 'announcement'
          ? sql<boolean>`d.announcement_id = ${id}`
          : sql<boolean>`(d.meeting_id = ${id} or item.meeting_id = ${id})`,
      )
      .orderBy('d.deleted_at', 'desc')
      .orderBy('d.id')
      .limit(deletedListedMax),
  ),
);

const purgedAtOnceMax = 500;

export interface PurgedItem {
  readonly kind: 'category' | 'folder' | 'document' | 'meeting' | 'announcement';
  readonly id: string;
}

export const selectPurgeable = (now: Date) => sql<DueItem & PurgedItem>`
  select board_id, kind, id from gate.documents_to_purge(${restorableSince(now)}, ${purgedAtOnceMax})
`;

export async function listKeysInside(scope: BoardJobScope, item: PurgedItem): Promise<readonly string[]> {
  const id = sql`${item.id}::uuid`;
  const isInside = {
    category: sql<boolean>`${id} in (document.category_id, folder.category_id)`,
    folder: sql<boolean>`folder.path @> array[${id}]`,
    document: sql<boolean>`document.id = ${id}`,
    meeting: sql<boolean>`${id} in (document.meeting_id, agenda.meeting_id)`,
    announcement: sql<boolean>`document.announcement_id = ${id}`,
  }[item.kind];
  const rows = await scope.tx
    .selectFrom('document_versions as version')
    .innerJoin('documents as document', (join) => sameBoard(join, 'document.id', 'version.document_id'))
    .leftJoin('folders as folder', (join) => sameBoard(join, 'folder.id', 'document.folder_id'))
    .leftJoin('agenda_items as agenda', (join) => sameBoard(join, 'agenda.id', 'document.agenda_item_id'))
    .select(['version.storage_key', 'version.preview_key', 'version.reading_key'])
    .where('version.board_id', '=', scope.board.id)
    .where(isInside)
    .execute();
  return rows.flatMap((row) => [row.storage_key, row.preview_key, row.reading_key].filter((key) => key !== null));
}

export async function listAudiencesInside(scope: BoardJobScope, item: PurgedItem): Promise<readonly string[]> {
  if (item.kind === 'document') return [];
  const id = sql`${item.id}::uuid`;
  const { rows } = await sql<{ audience_id: string }>`
    select audience_id from categories where board_id = ${scope.board.id}::uuid and id = ${id}
    union all
    select audience_id from folders
    where board_id = ${scope.board.id}::uuid and audience_id is not null and (category_id = ${id} or id = ${id})
    union all
    select audience_id from meetings where board_id = ${scope.board.id}::uuid and id = ${id}
    union all
    select audience_id from announcements where board_id = ${scope.board.id}::uuid and id = ${id}
  `.execute(scope.tx);
  return rows.map((row) => row.audience_id);
}

export async function filterVersionKeys(scope: BoardJobScope, keys: readonly string[]): Promise<readonly string[]> {
  const board = sql`${scope.board.id}::uuid`;
  const { rows } = await sql<{ key: string }>`
    select storage_key as key from document_versions where board_id = ${board} and storage_key = any(${keys})
    union all
    select preview_key from document_versions where board_id = ${board} and preview_key = any(${keys})
    union all
    select reading_key from document_versions where board_id = ${board} and reading_key = any(${keys})
  `.execute(scope.tx);
  return rows.map((row) => row.key);
}
