import type { BoardScope } from '../../db/board-scope.ts';

export interface AuditEntry {
  /** `meeting.published`, `document.opened`: noun and what was done to it. */
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId: string | null;
  /** Ids and plain facts; never contents, secrets, or a person's choices in an anonymous poll. */
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
}

/** Writes who did what, in the same transaction (product.md, section 9). */
export async function audit(scope: BoardScope, entry: AuditEntry): Promise<void> {
  await scope.tx
    .insertInto('audit_entries')
    .values({
      board_id: scope.board.id,
      member_id: scope.member.id,
      action: entry.action,
      subject_kind: entry.subjectKind,
      subject_id: entry.subjectId,
      detail: JSON.stringify({ ...entry.detail, ...(scope.via.kind === 'magic' ? { via: 'magic' } : {}) }),
      at: scope.now,
    })
    .execute();
}
