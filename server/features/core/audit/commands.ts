import { sql } from 'kysely';
import type { AuditAction } from '#domain/audit.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { definePage, defineRows } from '#server/db/page-statement.ts';
import type { UserScope } from '#server/db/user-scope.ts';

export interface AccountEntry {
  readonly action: string;
  /** The user or a site admin. Null for the operator at the command line. */
  readonly byUserId: string | null;
  /** Must not contain secrets. */
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
}

export async function auditAccount(scope: UserScope, entry: AccountEntry): Promise<void> {
  await scope.tx
    .insertInto('account_entries')
    .values({
      user_id: scope.userId,
      by_user_id: entry.byUserId,
      action: entry.action,
      detail: JSON.stringify(entry.detail ?? {}),
      at: scope.now,
    })
    .execute();
}

export interface AuditEntry {
  readonly action: AuditAction;
  readonly subjectKind: string;
  readonly subjectId: string | null;
  /** Ids and plain facts. Must not contain contents, secrets, or choices in an anonymous poll. */
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
}

export async function audit(scope: BoardScope | BoardJobScope, entry: AuditEntry): Promise<void> {
  await oneEntry.runAhead(scope.tx, rowOf(scope, entry), scope.now);
}

const oneEntry = definePage(
  {
    member_id: 'uuid',
    action: 'text',
    subject_kind: 'text',
    subject_id: 'uuid',
    detail: 'text',
    at: 'timestamptz',
  } as const,
  ({ tx, board }, { detail, ...entry }) =>
    tx
      .insertInto('audit_entries')
      .values({ board_id: board.id, ...entry, detail: sql`${detail}::jsonb` })
      .returning('id'),
);

function rowOf(scope: BoardScope | BoardJobScope, entry: AuditEntry) {
  const actor = 'member' in scope ? scope : null;
  return {
    member_id: actor?.member.id ?? null,
    action: entry.action,
    subject_kind: entry.subjectKind,
    subject_id: entry.subjectId,
    detail: JSON.stringify({
      ...entry.detail,
      ...(actor === null || actor.via.kind === 'session' ? {} : { via: 'magic' }),
    }),
    at: scope.now,
  };
}

interface RecordedRow {
  readonly action: string;
  readonly subject_kind: string;
  readonly subject_id: string | null;
  readonly detail: string;
}

export const auditRecord = defineRows({ entries: 'text' }, ({ tx, board, member, now }, { entries }) =>
  tx
    .insertInto('audit_entries')
    .columns(['board_id', 'member_id', 'action', 'subject_kind', 'subject_id', 'detail', 'at'])
    .expression(
      tx
        .selectFrom(
          sql<RecordedRow>`jsonb_to_recordset(${entries}::jsonb)`.as<'entry'>(
            sql`entry (action text, subject_kind text, subject_id uuid, detail jsonb)`,
          ),
        )
        .select([
          sql<string>`${board.id}`.as('board_id'),
          sql<string>`${member.id}`.as('member_id'),
          'entry.action',
          'entry.subject_kind',
          'entry.subject_id',
          'entry.detail',
          sql<Date>`${now}`.as('at'),
        ]),
    ),
);

export const auditRecordOf = (entries: readonly AuditEntry[]) => ({
  entries: JSON.stringify(
    entries.map(({ action, subjectKind, subjectId, detail = {} }) => ({
      action,
      detail,
      subject_kind: subjectKind,
      subject_id: subjectId,
    })),
  ),
});
