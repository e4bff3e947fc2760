import { type Expression, type RawBuilder, sql } from 'kysely';
import { selectRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { definePage, type ResultOf, type SqlValue } from '#server/db/page-statement.ts';
import type { MemberIds } from '#server/features/members/audience/queries.ts';

/** Range requests within this many milliseconds of an opening count as part of it. */
const openingLastsMs = 3_600_000;

export type OpenedAs = 'inline' | 'reading' | 'download';

export function openingEntry(
  documentId: string,
  { as, versionId }: { readonly as: OpenedAs; readonly versionId: string | null },
) {
  return {
    action: actionOf(as),
    subjectKind: 'document',
    subjectId: documentId,
    detail: { version_id: versionId },
  } as const;
}

export const isLoggedAfter = (
  { board, member }: MemberIds,
  entry: {
    readonly action: SqlValue<string>;
    readonly subjectId: SqlValue<string>;
    readonly detail: Expression<unknown>;
    readonly after: SqlValue<Date>;
    readonly from?: Expression<Date | null>;
  },
): RawBuilder<boolean> => sql<boolean>`exists (
  select from audit_entries logged
  where logged.board_id = ${board.id}::uuid and logged.member_id = ${member.id}::uuid
    and logged.at > ${entry.after} ${entry.from ? sql`and logged.at >= ${entry.from}` : sql``}
    and logged.subject_id = ${entry.subjectId} and logged.action = ${entry.action} and logged.detail @> ${entry.detail}
)`;

export const openedVersion = definePage(
  { id: 'uuid', version_id: 'uuid', action: 'text', logged_after: 'timestamptz' },
  (scope, { id, version_id, action, logged_after }) =>
    scope.tx
      .selectFrom('document_versions as version')
      .select(['version.id', 'version.filename', 'version.storage_key', 'version.byte_size'])
      .select(['version.preview_key', 'version.preview_bytes', 'version.reading_key', 'version.reading_bytes'])
      .select(
        isLoggedAfter(scope, {
          action,
          subjectId: sql.ref('version.document_id'),
          detail: sql`jsonb_build_object('version_id', version.id)`,
          after: logged_after,
        }).as('was_just_opened'),
      )
      .where('version.board_id', '=', scope.board.id)
      .where('version.document_id', '=', id)
      .where(sql<boolean>`(${version_id} is null or version.id = ${version_id})`)
      .orderBy('version.number', 'desc')
      .limit(1),
);

export type OpenedVersion = NonNullable<ResultOf<typeof openedVersion>>;

interface FileRequest {
  readonly range: string | undefined;
  readonly now: Date;
}

export const openedVersionOf = (
  of: FileRequest & { readonly id: string; readonly versionId?: string; readonly as: OpenedAs },
) => ({
  id: of.id,
  version_id: of.versionId ?? null,
  action: actionOf(of.as),
  logged_after: openingsAfter(of),
});

export const openingsAfter = ({ range, now }: FileRequest): Date | null =>
  range === undefined ? null : new Date(now.getTime() - openingLastsMs);

const actionOf = (as: OpenedAs) => (as === 'download' ? 'document.downloaded' : 'document.opened');

/** Returns `<document id> <version id>` of each version that the member has opened. */
export async function listOpenedVersions(
  scope: BoardScope,
  documentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (documentIds.length === 0) return new Set();
  const rows = await selectRows(scope, 'audit_entries', { member_id: scope.member.id })
    .select(['subject_id', sql<string | null>`detail ->> 'version_id'`.as('version_id')])
    .distinct()
    .where('subject_id', 'in', [...documentIds])
    .where('action', 'in', ['document.opened', 'document.downloaded'])
    .execute();
  return new Set(rows.map(({ subject_id: id, version_id: versionId }) => `${id} ${versionId}`));
}
