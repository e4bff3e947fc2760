import { sql } from 'kysely';
import type { AuditAction } from '#domain/audit.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { definePage, defineRows } from '#server/db/page-statement.ts';
import type { UserScope } from '#server/db/user-scope.ts';

export interface AccountEntry {
  readonly action: string;
  /** The user or a site admin, or null for the operator at the command line. */
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

interface AuditSubject {
  readonly kind: string;
  readonly id: string | null;
}

/** Must not contain contents, secrets, or choices in an anonymous poll. */
type AuditDetail = Readonly<Record<string, string | number | boolean | null>>;

export async function audit(
  scope: BoardScope | BoardJobScope,
  action: AuditAction,
  subject: AuditSubject,
  detail: AuditDetail = {},
): Promise<void> {
  const actor = 'member' in scope ? scope : null;
  const via = actor === null || actor.via.kind === 'session' ? {} : { via: 'magic' };
  const entry = {
    member_id: actor?.member.id ?? null,
    action,
    subject_kind: subject.kind,
    subject_id: subject.id,
    detail: JSON.stringify({ ...detail, ...via }),
    at: scope.now,
  };
  await oneEntry.runAhead(scope.tx, entry, scope.now);
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

export interface AuditEntry {
  readonly action: AuditAction;
  readonly subjectKind: string;
  readonly subjectId: string | null;
  readonly detail?: AuditDetail;
}

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
