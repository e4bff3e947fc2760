import { type Selectable, sql } from 'kysely';
import { kindOfFile } from '#domain/documents.ts';
import type { PageText } from '#domain/revisions/page-words.ts';
import type { TextChange } from '#domain/revisions/text-changes.ts';
import { noneLeftPattern } from '#domain/xfdf/annotation.ts';
import { isFound, sameBoard, selectRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { DB } from '#server/db/generated.ts';
import { definePage, type ResultOf } from '#server/db/page-statement.ts';
import { compareVersionsJobName, type VersionPair } from '#server/features/papers/documents/comparing/commands.ts';
import { currentVersionOf } from '#server/features/papers/documents/queries.ts';
import { isForReaders } from '#server/features/papers/documents/versions/queries.ts';
import { hasJob } from '#server/jobs/queue.ts';

type Scope = Pick<BoardScope, 'tx' | 'board'>;

/** Returns null unless both texts are complete and the first version is the earlier one. */
export async function findPair(scope: Scope, { fromId, toId }: VersionPair) {
  const rows = await scope.tx
    .selectFrom('document_versions as version')
    .select(['id', 'document_id', 'number', 'filename', 'page_count', 'storage_key', 'reading_key', 'marks_base'])
    .select(
      sql<boolean>`version.id = ${currentVersionOf(scope, sql.ref<string>('version.document_id'))}`.as('is_newest'),
    )
    .where('board_id', '=', scope.board.id)
    .where('id', 'in', [fromId, toId])
    .where('text_complete_at', 'is not', null)
    .execute();
  const [from, to] = [fromId, toId].map((id) => rows.find((row) => row.id === id));
  if (!from || !to || from.document_id !== to.document_id || from.number >= to.number) return null;
  return { from: { ...from, pdf_key: pdfKeyOf(from) }, to: { ...to, pdf_key: pdfKeyOf(to) } };
}

/** Returns null for files other than PDFs, because only marks on PDFs can be transferred. */
const pdfKeyOf = (
  file: Pick<Selectable<DB['document_versions']>, 'filename' | 'reading_key' | 'storage_key'>,
): string | null =>
  kindOfFile(file.filename).mime_type === 'application/pdf' ? (file.reading_key ?? file.storage_key) : null;

export const listTexts = (scope: Scope, versionId: string): Promise<readonly PageText[]> =>
  selectRows(scope, 'document_texts', { version_id: versionId }).select(['page', 'text']).orderBy('page').execute();

export async function isCompared(scope: Scope, { fromId, toId }: VersionPair): Promise<boolean> {
  return isFound(selectRows(scope, 'version_comparisons', { from_id: fromId, to_id: toId }).select('to_id'));
}

/** Omits members who have marks on a version between `from` and `to`. */
export const listMarksToPlace = (scope: Scope, pair: NonNullable<Awaited<ReturnType<typeof findPair>>>) =>
  scope.tx
    .selectFrom('annotations as marked')
    .leftJoin('placed_annotations as placed', (join) =>
      sameBoard(join, 'placed.member_id', 'marked.member_id').on('placed.version_id', '=', pair.to.id),
    )
    .select(['marked.member_id', 'marked.xfdf', 'placed.came_along', 'placed.stayed'])
    .where('marked.board_id', '=', scope.board.id)
    .where('marked.version_id', '=', pair.from.id)
    .where('marked.xfdf', 'not like', noneLeftPattern)
    .where(
      sql<boolean>`not exists (
        select from annotations later join document_versions between_them
          on between_them.board_id = later.board_id and between_them.id = later.version_id
        where later.board_id = marked.board_id and later.member_id = marked.member_id
          and between_them.document_id = ${pair.to.document_id}
          and between_them.number > ${pair.from.number} and between_them.number < ${pair.to.number}
      )`,
    )
    .orderBy('marked.member_id')
    .execute();

export const placedAnnotations = definePage({ id: 'uuid' }, (scope, { id }) =>
  scope.tx
    .selectFrom('placed_annotations as placed')
    .select(['placed.from_id', 'placed.came_along', 'placed.stayed'])
    .where('placed.board_id', '=', scope.board.id)
    .where('placed.member_id', '=', scope.member.id)
    .where('placed.version_id', '=', currentVersionOf(scope, id)),
);

export type PlacedRow = NonNullable<ResultOf<typeof placedAnnotations>>;

/** Ignores openings after the current version was uploaded, because comparing also opens older versions. */
export const versionReadBefore = definePage({ id: 'uuid' }, (scope, { id }) =>
  scope.tx
    .selectFrom('audit_entries as opened')
    .innerJoin('document_versions as version', (join) =>
      join
        .onRef('version.board_id', '=', 'opened.board_id')
        .on(sql<boolean>`version.id = (opened.detail ->> 'version_id')::uuid`),
    )
    .innerJoin('document_versions as newest', (join) =>
      join.onRef('newest.board_id', '=', 'opened.board_id').on('newest.id', '=', currentVersionOf(scope, id)),
    )
    .select(['version.id', 'opened.at as read_at', 'version.withdrawn'])
    .where('opened.board_id', '=', scope.board.id)
    .where('opened.subject_id', '=', id)
    .where('opened.member_id', '=', scope.member.id)
    .where('opened.action', 'in', ['document.opened', 'document.downloaded'])
    .where('version.document_id', '=', id)
    .whereRef('opened.at', '<', 'newest.created_at')
    .whereRef('version.number', '<', 'newest.number')
    .orderBy('version.number', 'desc')
    .orderBy('opened.at', 'desc')
    .limit(1),
);

const pairIds = { id: 'uuid', from_id: 'uuid', to_id: 'uuid' } as const;

export const comparedVersions = definePage(pairIds, (scope, { id, from_id, to_id }) =>
  scope.tx
    .selectFrom('document_versions as version')
    .innerJoin('document_versions as later', (join) => sameBoard(join, 'later.document_id', 'version.document_id'))
    .leftJoin('version_comparisons as compared', (join) =>
      sameBoard(join, 'compared.from_id', 'version.id').onRef('compared.to_id', '=', 'later.id'),
    )
    .select(['compared.pages', 'compared.has_pictures'])
    .select(sql<readonly TextChange[] | null>`compared.changes`.as('changes'))
    .select(sql<boolean>`version.text_complete_at is not null and later.text_complete_at is not null`.as('is_read'))
    .select(isForReaders(scope).as('is_for_readers'))
    // Queueing the job again would reset its attempts and repeat a failing comparison forever.
    .select(hasJob(sql`${sql.lit(`${compareVersionsJobName}:`)} || version.id || ':' || later.id`).as('is_queued'))
    .where('version.board_id', '=', scope.board.id)
    .where('version.document_id', '=', id)
    .where('version.id', '=', from_id)
    .where('later.id', '=', to_id)
    .where(({ eb, or, ref }) =>
      or([eb('version.number', '<', ref('later.number')), eb('version.id', '=', ref('later.id'))]),
    ),
);
