import * as endpoints from '#contract/signatures.ts';
import type { BoardScope, Reader } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { auditRecord, auditRecordOf } from '#server/features/core/audit/commands.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { isOpening } from '#server/features/papers/documents/openings/policy.ts';
import { presentFile } from '#server/features/papers/documents/openings/present.ts';
import { implement, implementInSteps, implementRead, type Route } from '#server/http/implement.ts';
import * as commands from './commands.ts';
import { presentRequest } from './present.ts';
import { isInvolved } from './request/policy.ts';
import { defineRequest, defineRequestsOfSubject, type RequestRow, verifySeal } from './request/queries.ts';
import { subjectRights } from './subjects/policy.ts';
import { defineCandidates, subjectReads } from './subjects/queries.ts';

function seenRequest(reader: Reader, row: RequestRow | null): RequestRow {
  if (row === null || !isInvolved(reader, row)) throw notFound();
  return row;
}

const answerOf = async (scope: BoardScope, id: string) => ({
  request: presentRequest(scope, seenRequest(scope, await defineRequest(scope.ports).run(scope.tx, { id }, scope.now))),
});

export const signatureRoutes: readonly Route[] = [
  implementRead(endpoints.getSignatureRequest, {
    reads: (ports) => ({ row: defineRequest(ports) }),
    answer: ({ reader, found }) => ({ request: presentRequest(reader, seenRequest(reader, found.row)) }),
  }),

  implementRead(endpoints.listSignatureRequests, {
    reads: (ports) => ({
      rows: defineRequestsOfSubject(ports),
      members: defineCandidates(ports),
      ...subjectReads(ports),
    }),
    paramsOf: ({ query }) => ({ key: query.kind, id: query.id }),
    answer({ reader, found: { rows, members, ...subject } }) {
      const rights = subjectRights(reader, subject);
      if (!rights.sees) throw notFound();
      return {
        title: rights.title,
        requests: rows.filter((row) => isInvolved(reader, row)).map((row) => presentRequest(reader, row)),
        candidates: rights.edits && canSeePeople(reader) ? [...members] : [],
        can: { request: rights.edits && rights.isFinal },
      };
    },
  }),

  implementInSteps(endpoints.requestSignatures, async ({ inScope, context, body }) => {
    const id = await commands.requestSignatures(inScope, context, body);
    return inScope((scope) => answerOf(scope, id));
  }),

  implement(endpoints.sign, async ({ scope, params, body }) => {
    await commands.sign(scope, params.id, { version_id: body.version_id, sha256: body.sha256 });
    return answerOf(scope, params.id);
  }),

  implement(endpoints.declineToSign, async ({ scope, params, body }) => {
    await commands.decline(scope, params.id, body.reason);
    return answerOf(scope, params.id);
  }),

  implement(endpoints.voidSignatures, async ({ scope, params, body }) => {
    await commands.voidRequest(scope, params.id, body.reason);
    return answerOf(scope, params.id);
  }),

  implement(endpoints.remindSigners, async ({ scope, params }) => ({
    recipient_count: await commands.remind(scope, params.id),
  })),

  implementRead(endpoints.openSignatureFile, {
    reads: (ports) => ({ row: defineRequest(ports) }),
    async answer({ context, reader, query, header, found, record }) {
      const row = seenRequest(reader, found.row);
      const isSigned = query.copy === 'signed';
      const key = isSigned ? row.sealed_key : row.storage_key;
      const byteSize = isSigned ? row.sealed_bytes : row.byte_size;
      if (key === null || byteSize === null) throw notFound();
      if (isOpening(header('range'), { byteSize, wasJustOpened: false })) {
        const entry = { action: 'signature.file-opened', subjectKind: 'signature-request', subjectId: row.id } as const;
        await record(auditRecord, auditRecordOf([{ ...entry, detail: { copy: isSigned ? 'signed' : 'original' } }]));
      }
      return presentFile(context, {
        as: isSigned ? 'download' : 'inline',
        title: `${row.title.replace(/\.pdf$/i, '')}${isSigned ? ' (signed)' : ''}`,
        extension: 'pdf',
        mimeType: 'application/pdf',
        key,
        byteSize,
        versionId: row.version_id,
        wasJustOpened: false,
      });
    },
  }),

  implement(endpoints.verifySeal, ({ context, body }) => verifySeal(context, body), {
    limit: { name: 'verify', points: 60, seconds: 900, per: 'network' },
  }),
];
