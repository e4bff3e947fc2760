import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import type { requestSignatures as requestEndpoint, SignatureSubject } from '#contract/signatures.ts';
import { dayAfter } from '#domain/days.ts';
import { sealProblems, signatureMessages } from '#domain/messages/signatures.ts';
import { daysToSign, dueReminder, endOfLastDay } from '#domain/signatures.ts';
import type { Context } from '#server/context.ts';
import { type BoardJobScope, type BoardScope, type InScope, readTogether, todayOf } from '#server/db/board-scope.ts';
import { authorize, invalid, notFound, refuseBeyond, refused } from '#server/errors.ts';
import { takeSigningConfirmation } from '#server/features/access/signing-confirmations/commands.ts';
import { queueMails } from '#server/features/core/mail/commands.ts';
import { writtenFile } from '#server/features/deciding/motions/written/resolution/queries.ts';
import type { DocumentLock, DocumentPlace } from '#server/features/papers/documents/ports.ts';
import { loadDocumentForEdit } from '#server/features/papers/documents/queries.ts';
import { storageKeyOf } from '#server/features/papers/documents/versions/commands.ts';
import { inspectingSlots } from '#server/features/papers/documents/versions/inspecting-slots.ts';
import { sealProblem } from '#server/integrations/pdf/seal/seal-pdf.ts';
import { addJob } from '#server/jobs/queue.ts';
import {
  closeUnsigned,
  noteAct,
  requestedMail,
  type Scope,
  signatureReminderMail,
  writeRequest,
} from './request/commands.ts';
import { isInvolved, isOpenAt, ownPart, requestCan } from './request/policy.ts';
import { countOpenRequests, listLostSigners, lockRequest, type RequestRow } from './request/queries.ts';
import { subjectRights } from './subjects/policy.ts';
import { findCurrentVersion, listSeeingAmong, minutesPdf, subjectReads } from './subjects/queries.ts';

/** Submodules, lowest first: subjects, request, sealing. */

const openRequestsMax = 200;
export const sealFileJobName = 'seal-signed-file';

interface Original {
  readonly versionId: string;
  readonly storageKey: string;
  readonly byteSize: number;
  readonly sha256: Buffer;
  /** Unset if the original is already a stored file. */
  readonly bytes: Buffer | null;
}

/**
 * Throws `not-found` or `forbidden` under the same rules as edits of the subject, and `refused` if its PDF is not
 * final.
 */
async function openOriginal(scope: BoardScope, { kind, id }: SignatureSubject) {
  const found = await readTogether(scope, { statements: subjectReads(scope.ports), params: { id } });
  const kindFound = found.document !== null ? 'document' : found.minutes !== null ? 'minutes' : 'resolution';
  const rights = subjectRights(scope, found);
  if (!rights.sees || kindFound !== kind) throw notFound();
  authorize(rights.edits);
  if (!rights.isFinal) throw refused(kind === 'document' ? signatureMessages.onlyPdf : signatureMessages.notFinal);
  const original = kind === 'document' ? await versionOf(scope, id) : await pdfOf(scope, { kind, id });
  return { title: rights.title, original };
}

async function versionOf(scope: BoardScope, documentId: string): Promise<Original> {
  const version = await findCurrentVersion(scope, documentId);
  if (!version?.filename.toLowerCase().endsWith('.pdf')) throw refused(signatureMessages.onlyPdf);
  const { id: versionId, storage_key: storageKey, byte_size: byteSize, sha256 } = version;
  return { versionId, storageKey, byteSize, sha256, bytes: null };
}

async function pdfOf(scope: BoardScope, { kind, id }: SignatureSubject): Promise<Original> {
  const file = kind === 'minutes' ? await minutesPdf(scope, id) : await writtenFile.run(scope.tx, { id }, scope.now);
  if (!file?.base64) throw refused(signatureMessages.notFinal);
  const bytes = Buffer.from(file.base64, 'base64');
  const versionId = randomUUID();
  return {
    versionId,
    storageKey: storageKeyOf(scope.board.id, versionId),
    byteSize: bytes.length,
    sha256: createHash('sha256').update(bytes).digest(),
    bytes,
  };
}

type Asked = BodyOf<typeof requestEndpoint>;

/** Checks the file between two transactions. The second one repeats all other checks under the document's lock. */
export async function requestSignatures(inScope: InScope, context: Context, asked: Asked): Promise<string> {
  const first = await inScope(async (scope) => {
    refuseWrongDay(scope, asked.last_day);
    return { ...(await openOriginal(scope, asked.subject)), userId: scope.member.userId };
  });
  const { original } = first;
  const problem = await inspectingSlots(context)(first.userId, () => problemOf(context, original));
  if (problem !== null) throw refused(sealProblems[problem]);
  return inScope((scope) => addRequest(scope, asked, original));
}

function refuseWrongDay(scope: BoardScope, lastDay: string): void {
  const today = todayOf(scope);
  if (lastDay < today) throw invalid({ last_day: signatureMessages.dayPast });
  if (lastDay > dayAfter(today, daysToSign.max)) {
    throw invalid({ last_day: signatureMessages.dayTooLate(daysToSign.max) });
  }
}

async function problemOf({ storage }: Context, { storageKey, bytes }: Original) {
  if (bytes === null) return storage.withLocalFile(storageKey, sealProblem);
  const folder = await mkdtemp(join(tmpdir(), 'dais-original-'));
  try {
    const path = join(folder, 'original.pdf');
    await writeFile(path, bytes);
    const problem = await sealProblem(path);
    if (problem === null) await storage.putFile(storageKey, path);
    return problem;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function addRequest(scope: BoardScope, asked: Asked, checked: Original): Promise<string> {
  const { tx, board, member, now } = scope;
  const { subject, signers } = asked;
  if (subject.kind === 'document') {
    await loadDocumentForEdit(scope, subject.id);
    await signatureLock.refuseLocked(scope, [subject.id]);
  }
  const { title, original } = await openOriginal(scope, subject);
  const isSame = original.sha256.equals(checked.sha256);
  if (!isSame || (subject.kind === 'document' && original.versionId !== checked.versionId)) {
    throw refused(signatureMessages.changed);
  }
  const memberIds = signers.map(({ member_id: id }) => id);
  const seeing = await listSeeingAmong(scope, subject, memberIds);
  if (seeing.length !== memberIds.length) throw refused(signatureMessages.cannotSee);
  refuseBeyond({ present: await countOpenRequests(scope), most: openRequestsMax }, signatureMessages.tooMany);
  const added = await tx
    .insertInto('signature_requests')
    .values({
      board_id: board.id,
      kind: subject.kind,
      [subjectColumns[subject.kind]]: subject.id,
      title,
      version_id: checked.versionId,
      storage_key: checked.storageKey,
      byte_size: checked.byteSize,
      sha256: checked.sha256,
      note: asked.note,
      requested_by: member.id,
      requested_at: now,
      ends_at: endOfLastDay(asked.last_day, board.timeZone),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) throw refused(signatureMessages.already);
  const rows = signers.map(({ member_id, capacity }, position) => ({
    board_id: board.id,
    request_id: added.id,
    member_id,
    position,
    capacity,
  }));
  await tx.insertInto('signers').values(rows).execute();
  await noteAct(scope, await lockedFor(scope, added.id), 'signature.requested', { signers: signers.length });
  await queueMails(scope, { kind: requestedMail, subjectId: added.id, memberIds });
  return added.id;
}

const subjectColumns = { document: 'document_id', minutes: 'meeting_id', resolution: 'resolution_id' } as const;

/** Locks the request. Throws `not-found` if the member is not involved. */
async function lockedFor(scope: BoardScope, id: string): Promise<RequestRow> {
  const row = await lockRequest(scope, id, scope.member.id);
  if (row === null || !isInvolved(scope, row)) throw notFound();
  return row;
}

/** Uses up the signing confirmation. If a member signs twice at once, the lock lets only one succeed. */
export async function sign(
  scope: BoardScope,
  id: string,
  shown: { readonly version_id: string; readonly sha256: string },
): Promise<void> {
  const row = await lockedFor(scope, id);
  const own = ownPart(scope, row);
  if (own === null) throw notFound();
  if (own.signed_at !== null) throw refused(signatureMessages.alreadySigned);
  if (!isOpenAt(row, scope)) throw refused(signatureMessages.closed);
  if (shown.version_id !== row.version_id || shown.sha256 !== row.sha256) throw refused(signatureMessages.changed);
  const confirmation = await takeSigningConfirmation(scope, { request_id: id, ...shown });
  if (confirmation === null) throw refused(signatureMessages.notConfirmed);
  const { method, name, assertion } = confirmation;
  await scope.tx
    .updateTable('signers')
    .set({
      name: own.name,
      signed_at: scope.now,
      method,
      method_name: name,
      assertion: assertion === null ? null : JSON.stringify(assertion),
    })
    .where('board_id', '=', scope.board.id)
    .where('request_id', '=', id)
    .where('member_id', '=', scope.member.id)
    .execute();
  const others = row.signers.filter(({ member_id: each }) => each !== scope.member.id);
  if (others.every(({ signed_at: at }) => at !== null)) {
    await writeRequest(scope, id, { state: 'complete', closed_at: scope.now });
    await addJob(scope.tx, {
      name: sealFileJobName,
      payload: { board_id: scope.board.id, request_id: id },
      key: `${sealFileJobName}:${id}`,
    });
  }
  await noteAct(scope, row, 'signature.signed', { method });
}

export async function decline(scope: BoardScope, id: string, reason: string): Promise<void> {
  const row = await lockedFor(scope, id);
  const own = ownPart(scope, row);
  if (own === null) throw notFound();
  if (own.signed_at !== null) throw refused(signatureMessages.alreadySigned);
  if (!isOpenAt(row, scope)) throw refused(signatureMessages.closed);
  await closeUnsigned(scope, row, { state: 'declined', memberId: scope.member.id, reason });
}

export async function voidRequest(scope: BoardScope, id: string, reason: string): Promise<void> {
  const row = await lockedFor(scope, id);
  const can = requestCan(scope, row);
  if (!can.void && row.state !== 'open') throw refused(signatureMessages.closed);
  authorize(can.void);
  await closeUnsigned(scope, row, { state: 'voided', memberId: scope.member.id, reason });
}

const reminderPauseMs = 3_600_000;

export async function remind(scope: BoardScope, id: string): Promise<number> {
  const row = await lockedFor(scope, id);
  if (!isOpenAt(row, scope)) throw refused(signatureMessages.closed);
  authorize(requestCan(scope, row).remind);
  if (row.reminded_at !== null && +scope.now - +row.reminded_at < reminderPauseMs) {
    throw refused(signatureMessages.remindedJustNow);
  }
  return sendReminders(scope, row, {});
}

async function sendReminders(
  scope: Scope,
  row: RequestRow,
  fields: { readonly reminded_days?: number },
): Promise<number> {
  const memberIds = row.signers.filter(({ signed_at: at }) => at === null).map(({ member_id: id }) => id);
  await writeRequest(scope, row.id, { ...fields, reminded_at: scope.now });
  await queueMails(scope, { kind: signatureReminderMail, subjectId: row.id, memberIds });
  await noteAct(scope, row, 'signature.reminded', { signers: memberIds.length });
  return memberIds.length;
}

/** Closes the request if the deadline has passed or a signer was lost. Otherwise sends a due reminder. */
export async function checkRequest(scope: BoardJobScope, id: string): Promise<void> {
  const row = await lockRequest(scope, id, null);
  if (row?.state !== 'open') return;
  if (!isOpenAt(row, scope)) return closeUnsigned(scope, row, { state: 'expired', memberId: null, reason: '' });
  const [lost] = await listLostSigners(scope, id);
  if (lost !== undefined) return closeUnsigned(scope, row, { state: 'ended', memberId: lost, reason: '' });
  const due = dueReminder(
    { endsAt: row.ends_at, requestedAt: row.requested_at, remindedDays: row.reminded_days },
    scope.now,
    scope.board.timeZone,
  );
  if (due !== null) await sendReminders(scope, row, { reminded_days: due });
}

const isLocking = sql<boolean>`(state = 'open' or (state = 'complete' and sealed_at is null))`;

/** Whether the row `kept` is a document in the given place. */
function isInside(place: DocumentPlace): RawBuilder<boolean> {
  if ('meetingId' in place) {
    return sql`(kept.meeting_id = ${place.meetingId} or exists (
      select from agenda_items item
      where item.board_id = kept.board_id and item.id = kept.agenda_item_id and item.meeting_id = ${place.meetingId}
    ))`;
  }
  const folders =
    'folderIds' in place
      ? sql`folder.path && ${place.folderIds}::uuid[]`
      : sql`folder.category_id = ${place.categoryId}`;
  const inFolder = sql<boolean>`exists (
    select from folders folder where folder.board_id = kept.board_id and folder.id = kept.folder_id and ${folders}
  )`;
  return 'folderIds' in place ? inFolder : sql`(kept.category_id = ${place.categoryId} or ${inFolder})`;
}

/** Locks a document while signatures are open and until the signed file has become its next version. */
export const signatureLock: DocumentLock = {
  async refuseLocked({ tx, board }, documentIds) {
    if (documentIds.length === 0) return;
    // New requests lock the same rows, so none can start during the change that is checked here.
    await tx
      .selectFrom('documents')
      .select('id')
      .where('board_id', '=', board.id)
      .where('id', 'in', [...documentIds])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    const locked = await tx
      .selectFrom('signature_requests')
      .select('id')
      .where('board_id', '=', board.id)
      .where('document_id', 'in', [...documentIds])
      .where(isLocking)
      .limit(1)
      .executeTakeFirst();
    if (locked) throw refused(signatureMessages.voidFirst);
  },

  async refuseLockedInside({ tx, board }, place) {
    const locked = await tx
      .selectFrom('signature_requests')
      .innerJoin('documents as kept', (join) =>
        join
          .onRef('kept.board_id', '=', 'signature_requests.board_id')
          .onRef('kept.id', '=', 'signature_requests.document_id'),
      )
      .select('kept.id')
      .where('signature_requests.board_id', '=', board.id)
      .where('kept.deleted_at', 'is', null)
      .where(isLocking)
      .where(isInside(place))
      .limit(1)
      .executeTakeFirst();
    if (locked) throw refused(signatureMessages.voidFirstInside);
  },
};
