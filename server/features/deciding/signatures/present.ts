import type { SignatureRequest } from '#contract/signatures.ts';
import { lastDayOf } from '#domain/signatures.ts';
import type { Reader } from '#server/db/board-scope.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { requestCan } from './request/policy.ts';
import type { RequestRow } from './request/queries.ts';

/** If the board hides people, only board admins get other people's names. */
export function presentRequest(reader: Reader, row: RequestRow): SignatureRequest {
  const seesPeople = canSeePeople(reader);
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    version_id: row.version_id,
    sha256: row.sha256,
    byte_size: row.byte_size,
    note: row.note,
    state: row.state,
    requested_by: seesPeople ? (row.requested_by ?? '') : '',
    requested_at: row.requested_at.toISOString(),
    last_day: lastDayOf(row.ends_at, reader.board.timeZone),
    closed_by: seesPeople ? row.closed_by : null,
    reason: row.reason,
    sealed_at: row.sealed_at?.toISOString() ?? null,
    sealed_sha256: row.sealed_sha256,
    signers: row.signers.map((signer) => ({
      member_id: signer.member_id,
      name: seesPeople || signer.member_id === reader.member.id ? signer.name : '',
      capacity: signer.capacity,
      signed_at: signer.signed_at?.toISOString() ?? null,
      method: signer.method,
      method_name: signer.method_name ?? '',
      is_self: signer.member_id === reader.member.id,
    })),
    can: requestCan(reader, row),
  };
}
