import type { AuditAction } from '#domain/audit.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import type { UserScope } from '#server/db/user-scope.ts';

export interface AccountEntry {
  /** `two-factor.turned-on` */
  readonly action: string;
  /** The user or a site admin. */
  readonly byUserId: string;
  /** Never secrets. */
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
}

/** In the same transaction. Boards have their own log. */
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
  /** `meeting.published`, `document.opened` */
  readonly action: AuditAction;
  readonly subjectKind: string;
  readonly subjectId: string | null;
  /** Ids and plain facts; never contents, secrets, or choices in an anonymous poll. */
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
}

/** In the same transaction; a job has no actor. */
export async function audit(scope: BoardScope | BoardJobScope, entry: AuditEntry): Promise<void> {
  await auditAll(scope, [entry]);
}

/** One statement; at least one entry. */
export async function auditAll(scope: BoardScope | BoardJobScope, entries: readonly AuditEntry[]): Promise<void> {
  const actor = 'member' in scope ? scope : null;
  await scope.tx
    .insertInto('audit_entries')
    .values(
      entries.map((entry) => ({
        board_id: scope.board.id,
        member_id: actor?.member.id ?? null,
        action: entry.action,
        subject_kind: entry.subjectKind,
        subject_id: entry.subjectId,
        detail: JSON.stringify({
          ...entry.detail,
          ...(actor === null || actor.via.kind === 'session' ? {} : { via: 'magic' }),
        }),
        at: scope.now,
      })),
    )
    .execute();
}
