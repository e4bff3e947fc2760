import type { AuditAction } from '#domain/audit.ts';
import type { SignatureState } from '#domain/signatures.ts';
import { updateRow } from '#server/db/board-rows.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { publishLive } from '#server/features/core/events/commands.ts';
import { queueMails } from '#server/features/core/mail/commands.ts';
import type { RequestRow } from './queries.ts';

export type Scope = BoardScope | BoardJobScope;

export const requestedMail = 'signature-requested';
export const signatureReminderMail = 'signature-reminder';
export const endedMail = 'signature-ended';
export const sealedMail = 'signature-sealed';

type Noted = Pick<RequestRow, 'id' | 'kind' | 'subject_id' | 'version_id' | 'sha256' | 'requested_by_id' | 'signers'>;

export async function noteAct(
  scope: Scope,
  row: Noted,
  action: AuditAction,
  detail: Readonly<Record<string, string | number>> = {},
): Promise<void> {
  const { id, version_id, sha256 } = row;
  await audit(scope, action, { kind: 'signature-request', id }, { ...detail, version_id, sha256 });
  const involved = [row.requested_by_id, ...row.signers.map(({ member_id: each }) => each)];
  const heard = { exactly: [...new Set(involved)] };
  await publishLive(scope, { noun: 'signatures', id }, heard);
  if (row.kind === 'minutes') await publishLive(scope, { noun: 'minutes', id: row.subject_id }, heard);
}

type ClosedState = Exclude<SignatureState, 'open' | 'complete'>;

const closedActions: Readonly<Record<ClosedState, AuditAction>> = {
  declined: 'signature.declined',
  voided: 'signature.voided',
  expired: 'signature.expired',
  ended: 'signature.ended',
};

/** The caller must have locked the request. */
export async function closeUnsigned(
  scope: Scope,
  row: Noted,
  by: {
    readonly state: ClosedState;
    readonly memberId: string | null;
    readonly reason: string;
  },
): Promise<void> {
  const { state, memberId, reason } = by;
  const closed = { state, closed_at: scope.now, closed_by: memberId, reason };
  await updateRow(scope, 'signature_requests', row.id, closed);
  await noteAct(scope, row, closedActions[state]);
  if (memberId === row.requested_by_id && state === 'voided') return;
  await queueMails(scope, { kind: endedMail, subjectId: row.id, memberIds: [row.requested_by_id] });
}
