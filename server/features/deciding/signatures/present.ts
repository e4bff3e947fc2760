import type { SignatureRequest } from '#contract/signatures.ts';
import { formatDocumentTime, zoneAbbreviation } from '#domain/dates.ts';
import { methodText } from '#domain/messages/signatures.ts';
import { fingerprintText, lastDayOf } from '#domain/signatures.ts';
import type { Reader } from '#server/db/board-scope.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import type { RecordPlan } from '#server/integrations/typst/plan.ts';
import { requestCan } from './request/policy.ts';
import type { RequestRow } from './request/queries.ts';

/** A board that hides its people names them to board admins only. */
export function presentRequest(reader: Reader, row: RequestRow): SignatureRequest {
  const seesPeople = canSeePeople(reader);
  return {
    id: row.id,
    kind: row.kind,
    subject_id: row.subject_id,
    title: row.title,
    version_id: row.version_id,
    sha256: row.sha256,
    byte_size: row.byte_size,
    note: row.note,
    state: row.state,
    requested_by: seesPeople ? (row.requested_by ?? '') : '',
    requested_at: row.requested_at.toISOString(),
    last_day: lastDayOf(row.ends_at, reader.board.timeZone),
    closed_at: row.closed_at?.toISOString() ?? null,
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

/** The page that is appended to the original. */
export function evidencePlan(
  row: Pick<RequestRow, 'title' | 'sha256' | 'byte_size' | 'signers' | 'requested_by'>,
  of: {
    readonly board: Pick<Reader['board'], 'title' | 'primaryColor' | 'timeZone'>;
    readonly logo: string | null;
    readonly appName: string;
    readonly verifyUrl: string;
    readonly sealId: string;
    readonly at: Date;
  },
): RecordPlan {
  const { board, at } = of;
  const zoned = (time: Date) => `${formatDocumentTime(time, board.timeZone)} ${zoneAbbreviation(time, board.timeZone)}`;
  const utc = (time: Date) => `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  const rows = row.signers.map(({ name, capacity, signed_at: signed, method, method_name: by }) => [
    capacity === '' ? name : `${name}\n${capacity}`,
    signed === null ? '' : `${zoned(signed)}\n${utc(signed)}`,
    method === null ? '' : methodText(method, by ?? ''),
  ]);
  return {
    board: board.title,
    colour: board.primaryColor,
    logo: of.logo,
    title: 'Signatures',
    lede: row.title,
    mark: '',
    facts: [
      { label: 'Requested by', words: row.requested_by ?? '' },
      { label: 'Original', words: `${row.byte_size.toLocaleString('en-US')} bytes` },
      { label: 'Its SHA-256', words: fingerprintText(row.sha256) },
      { label: 'Sealed', words: `${zoned(at)} (${utc(at)})` },
      { label: 'Number of the seal', words: of.sealId },
    ],
    sections: [
      {
        kind: 'item',
        depth: 0,
        number: '',
        title: 'Signed by',
        time: '',
        parts: [{ kind: 'table', head: ['Name', 'Signed', 'Confirmed by'], widths: [4, 5, 4], padding: 6, rows }],
      },
    ],
    signatures: [],
    closing: [
      `This page was appended to the original by ${of.appName}, which then sealed the whole file. Drop it on ${of.verifyUrl} to see whether it is unchanged.`,
      'These are electronic signatures with a seal of the server. They are not qualified electronic signatures.',
    ],
    at: at.toISOString(),
  };
}
