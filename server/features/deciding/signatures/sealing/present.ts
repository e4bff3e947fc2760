import { formatDocumentTime, zoneAbbreviation } from '#domain/dates.ts';
import { methodText } from '#domain/messages/signatures.ts';
import { fingerprintText } from '#domain/signatures.ts';
import { isolated } from '#domain/text.ts';
import type { Reader } from '#server/db/board-scope.ts';
import { type BoardOfPlan, headOf } from '#server/features/deciding/deciding/record-head.ts';
import type { RequestRow } from '#server/features/deciding/signatures/request/queries.ts';
import type { RecordPlan } from '#server/integrations/pdf/typst/plan.ts';

/** Encloses right-to-left names in Unicode isolates, so that they cannot reorder the words around them. */
export function evidencePlan(
  row: Pick<RequestRow, 'title' | 'sha256' | 'byte_size' | 'signers' | 'requested_by'>,
  of: {
    readonly board: BoardOfPlan & Pick<Reader['board'], 'timeZone'>;
    readonly appName: string;
    readonly verifyUrl: string;
    readonly sealId: string;
    readonly at: Date;
  },
): RecordPlan {
  const { board, at } = of;
  const zoned = (time: Date) => `${formatDocumentTime(time, board.dates)} ${zoneAbbreviation(time, board.timeZone)}`;
  const utc = (time: Date) => `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  const rows = row.signers.map(({ name, capacity, signed_at: signed, method, method_name: by }) => [
    capacity === '' ? isolated(name) : `${isolated(name)}\n${isolated(capacity)}`,
    signed === null ? '' : `${zoned(signed)}\n${utc(signed)}`,
    method === null ? '' : methodText(method, isolated(by ?? '')),
  ]);
  return {
    ...headOf(board),
    title: 'Signatures',
    lede: isolated(row.title),
    mark: '',
    facts: [
      { label: 'Requested by', words: isolated(row.requested_by ?? '') },
      { label: 'Original', words: `${row.byte_size.toLocaleString('en-US')} bytes` },
      { label: 'Its SHA-256', words: fingerprintText(row.sha256) },
      { label: 'Sealed', words: `${zoned(at)} (${utc(at)})` },
      { label: 'Seal number', words: of.sealId },
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
    closing: [
      `This page was appended to the original by ${of.appName}, which then sealed the whole file. To check that the file is unchanged, drop it on the page at ${of.verifyUrl}.`,
      'These are electronic signatures with the server’s seal. They are not qualified electronic signatures.',
    ],
    at: at.toISOString(),
  };
}
