import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import type { ChosenSigner, requestSignatures as requestEndpoint, SignatureSubject } from '#contract/signatures.ts';
import { dayAfter } from '#domain/days.ts';
import { sealProblems, signatureMessages } from '#domain/messages/signatures.ts';
import { daysToSign, dueReminder, endOfLastDay } from '#domain/signatures.ts';
import type { Context } from '#server/context.ts';
import { insertRows, updateRow, updateRows } from '#server/db/board-rows.ts';
import {
  type BoardJobScope,
  type BoardScope,
  type InScope,
  readTogether,
  todayOf,
  withBoardJobScope,
  withBoardScope,
} from '#server/db/board-scope.ts';
import { AppError, authorize, invalid, notFound, refuseBeyond, refused } from '#server/errors.ts';
import { takeSigningConfirmation } from '#server/features/access/signing-confirmations/commands.ts';
import { queueMails } from '#server/features/core/mail/commands.ts';
import { approve, refuseUncirculated } from '#server/features/deciding/meeting-minutes/approval/commands.ts';
import { makeMinutesFile } from '#server/features/deciding/meeting-minutes/file/commands.ts';
import { minutesFile, minutesOfMeeting } from '#server/features/deciding/meeting-minutes/minutes/queries.ts';
import type { MinutesSignatures } from '#server/features/deciding/meeting-minutes/ports.ts';
import { openVoteOf } from '#server/features/deciding/motions/motion/commands.ts';
import { carriedPlan } from '#server/features/deciding/motions/register/present.ts';
import { isJustReminded } from '#server/features/deciding/motions/written/resolution/policy.ts';
import { writtenFile } from '#server/features/deciding/motions/written/resolution/queries.ts';
import type { DocumentLock, DocumentPlace } from '#server/features/papers/documents/ports.ts';
import { loadDocumentForEdit } from '#server/features/papers/documents/queries.ts';
import { storageKeyOf } from '#server/features/papers/documents/versions/commands.ts';
import { inspectingSlots } from '#server/features/papers/documents/versions/inspecting-slots.ts';
import { inTemporaryFolder } from '#server/file-system.ts';
import { sealProblem } from '#server/integrations/pdf/seal/seal-pdf.ts';
import type { RecordPlan } from '#server/integrations/pdf/typst/plan.ts';
import { typeset } from '#server/integrations/pdf/typst/typeset.ts';
import { addJob } from '#server/jobs/queue.ts';
import { closeUnsigned, noteAct, requestedMail, type Scope, signatureReminderMail } from './request/commands.ts';
import { isInvolved, isOpenAt, ownPart, requestCan } from './request/policy.ts';
import { countOpenRequests, listLostSigners, lockRequest, type RequestRow } from './request/queries.ts';
import { subjectRights } from './subjects/policy.ts';
import { defineCandidates, findCurrentVersion, subjectReads } from './subjects/queries.ts';

const openRequestsMax = 200;
export const sealFileJobName = 'seal-signed-file';

type Source =
  | { readonly version: NonNullable<Awaited<ReturnType<typeof findCurrentVersion>>> }
  | { readonly bytes: Buffer }
  | { readonly plan: RecordPlan };

/** Throws `not-found` or `forbidden` unless the actor may edit the subject, and `refused` if its PDF is not final. */
async function openOriginal(scope: BoardScope, { kind, id }: SignatureSubject) {
  const found = await readTogether(scope, { statements: subjectReads(scope.ports), params: { id } });
  const rights = subjectRights(scope, found);
  if (!rights.sees || rights.kind !== kind) throw notFound();
  authorize(rights.edits);
  if (!rights.isFinal) throw refused(kind === 'document' ? signatureMessages.notSignable : signatureMessages.notFinal);
  const source =
    found.vote === null ? await sourceOf(scope, { kind, id }) : { plan: carriedPlan(scope.board, found.vote) };
  return { title: rights.title, source };
}

async function sourceOf(scope: BoardScope, { kind, id }: SignatureSubject): Promise<Source> {
  if (kind === 'document') {
    const version = await findCurrentVersion(scope, id);
    if (!version?.filename.toLowerCase().endsWith('.pdf')) throw refused(signatureMessages.notSignable);
    return { version };
  }
  const file = await (kind === 'minutes' ? minutesFile : writtenFile).run(scope.tx, { id }, scope.now);
  if (!file?.base64) throw refused(signatureMessages.notFinal);
  return { bytes: Buffer.from(file.base64, 'base64') };
}

export type Asked = BodyOf<typeof requestEndpoint>;

/**
 * Checks the file between two transactions. The second transaction repeats all other checks under the document's
 * lock.
 */
export async function requestSignatures(inScope: InScope, context: Context, asked: Asked): Promise<string> {
  const { source, board, member } = await inScope(async (scope) => {
    refuseWrongDay(scope, asked.last_day);
    return { ...scope, ...(await openOriginal(scope, asked.subject)) };
  });
  const original = await inspectingSlots(context)(member.userId, () => storeOriginal(context, source, board.id));
  return inScope((scope) => addRequest(scope, asked, { source, original }));
}

function refuseWrongDay(scope: BoardScope, lastDay: string): void {
  const today = todayOf(scope);
  if (lastDay < today) throw invalid({ last_day: signatureMessages.dayPast });
  if (lastDay > dayAfter(today, daysToSign.max)) {
    throw invalid({ last_day: signatureMessages.dayTooLate(daysToSign.max) });
  }
}

/** Only uploaded files are checked, because files that Dais generates can always be signed. */
async function storeOriginal(context: Context, source: Source, boardId: string) {
  const { storage } = context;
  if ('version' in source) {
    const problem = await storage.withLocalFile(source.version.storage_key, sealProblem);
    if (problem !== null) throw refused(sealProblems[problem]);
    return source.version;
  }
  const bytes = 'bytes' in source ? source.bytes : await typeset(context, source.plan);
  const id = randomUUID();
  const storage_key = storageKeyOf(boardId, id);
  await inTemporaryFolder('dais-original-', async (folder) => {
    const path = join(folder, 'original.pdf');
    await writeFile(path, bytes);
    await storage.putFile(storage_key, path);
  });
  return { id, storage_key, byte_size: bytes.length, sha256: createHash('sha256').update(bytes).digest() };
}

async function addRequest(
  scope: BoardScope,
  asked: Asked,
  checked: { readonly source: Source; readonly original: Awaited<ReturnType<typeof storeOriginal>> },
): Promise<string> {
  const { tx, board, member, now } = scope;
  const { subject, signers } = asked;
  if (subject.kind === 'document') {
    await loadDocumentForEdit(scope, subject.id);
    await signatureLock.refuseLocked(scope, { documentIds: [subject.id] });
  }
  if (subject.kind === 'minutes') await refuseUncirculated(scope, subject.id);
  // Locks the room, so that the vote cannot be voided or corrected before the request is stored.
  if (subject.kind === 'vote') await openVoteOf(scope, subject.id);
  const { title, source } = await openOriginal(scope, subject);
  if (!isDeepStrictEqual(source, checked.source)) throw refused(signatureMessages.changed);
  const { id: version_id, storage_key, byte_size, sha256 } = checked.original;
  await refuseSigners(scope, subject, signers);
  const added = await tx
    .insertInto('signature_requests')
    .values({
      board_id: board.id,
      kind: subject.kind,
      [subjectColumns[subject.kind]]: subject.id,
      title,
      version_id,
      storage_key,
      byte_size,
      sha256,
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
    request_id: added.id,
    member_id,
    position,
    capacity,
  }));
  await insertRows(scope, 'signers', rows);
  await noteAct(scope, await lockedFor(scope, added.id), 'signature.requested', { signers: signers.length });
  const memberIds = signers.map(({ member_id: id }) => id);
  await queueMails(scope, { kind: requestedMail, subjectId: added.id, memberIds });
  return added.id;
}

/** Throws if a signer cannot see the subject, or if too many requests are open. */
async function refuseSigners(
  scope: BoardScope,
  { kind, id }: SignatureSubject,
  signers: readonly ChosenSigner[],
): Promise<void> {
  const { tx, ports, now } = scope;
  const seeing = new Set((await defineCandidates(ports).run(tx, { key: kind, id }, now)).map((member) => member.id));
  if (!signers.every(({ member_id: each }) => seeing.has(each))) throw refused(signatureMessages.cannotSee);
  refuseBeyond({ present: await countOpenRequests(scope), most: openRequestsMax }, signatureMessages.tooMany);
}

const subjectColumns = {
  document: 'document_id',
  minutes: 'meeting_id',
  resolution: 'resolution_id',
  vote: 'vote_id',
} as const;

/** Locks the request. Throws `not-found` if the member is not involved. */
async function lockedFor(scope: BoardScope, id: string): Promise<RequestRow> {
  const row = await lockRequest(scope, id, scope.member.id);
  if (row === null || !isInvolved(scope, row)) throw notFound();
  return row;
}

async function lockedForSigner(scope: BoardScope, id: string) {
  const row = await lockedFor(scope, id);
  const own = ownPart(scope, row);
  if (own === null) throw notFound();
  if (own.signed_at !== null) throw refused(signatureMessages.alreadySigned);
  if (!isOpenAt(row, scope)) throw refused(signatureMessages.closed);
  return { row, own };
}

/** Uses up the signing confirmation. If a member signs twice at once, only one request succeeds. */
export async function sign(
  scope: BoardScope,
  id: string,
  shown: { readonly version_id: string; readonly sha256: string },
): Promise<void> {
  const { row, own } = await lockedForSigner(scope, id);
  if (shown.version_id !== row.version_id || shown.sha256 !== row.sha256) throw refused(signatureMessages.changed);
  const confirmation = await takeSigningConfirmation(scope, { request_id: id, ...shown });
  if (confirmation === null) throw refused(signatureMessages.notConfirmed);
  const { method, name, assertion } = confirmation;
  await updateRows(scope, 'signers', { request_id: id, member_id: scope.member.id })
    .set({
      name: own.name,
      signed_at: scope.now,
      method,
      method_name: name,
      assertion: assertion === null ? null : JSON.stringify(assertion),
    })
    .execute();
  const others = row.signers.filter(({ member_id: each }) => each !== scope.member.id);
  if (others.every(({ signed_at: at }) => at !== null)) {
    await updateRow(scope, 'signature_requests', id, { state: 'complete', closed_at: scope.now });
    await addJob(scope.tx, {
      name: sealFileJobName,
      payload: { board_id: scope.board.id, request_id: id },
      key: `${sealFileJobName}:${id}`,
    });
    const { kind, subject_id: meetingId } = row;
    if (kind === 'minutes' && meetingId !== null) {
      await approve(scope, meetingId, { at: scope.now, approved_request_id: id });
    }
  }
  await noteAct(scope, row, 'signature.signed', { method });
}

export async function decline(scope: BoardScope, id: string, reason: string): Promise<void> {
  const { row } = await lockedForSigner(scope, id);
  await closeUnsigned(scope, row, { state: 'declined', memberId: scope.member.id, reason });
}

export async function voidRequest(scope: BoardScope, id: string, reason: string): Promise<void> {
  const row = await lockedFor(scope, id);
  const can = requestCan(scope, row);
  if (!can.void && row.state !== 'open') throw refused(signatureMessages.closed);
  authorize(can.void);
  await closeUnsigned(scope, row, { state: 'voided', memberId: scope.member.id, reason });
}

export async function remind(scope: BoardScope, id: string): Promise<number> {
  const row = await lockedFor(scope, id);
  if (!isOpenAt(row, scope)) throw refused(signatureMessages.closed);
  authorize(requestCan(scope, row).remind);
  if (isJustReminded(row, scope.now)) throw refused(signatureMessages.remindedJustNow);
  return sendReminders(scope, row, {});
}

async function sendReminders(
  scope: Scope,
  row: RequestRow,
  fields: { readonly reminded_days?: number },
): Promise<number> {
  const memberIds = row.signers.filter(({ signed_at: at }) => at === null).map(({ member_id: id }) => id);
  await updateRow(scope, 'signature_requests', row.id, { ...fields, reminded_at: scope.now });
  await queueMails(scope, { kind: signatureReminderMail, subjectId: row.id, memberIds });
  await noteAct(scope, row, 'signature.reminded', { signers: memberIds.length });
  return memberIds.length;
}

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

export const minutesRequestJobName = 'request-minutes-signatures';

export const minutesSignatures: MinutesSignatures = {
  async request(scope, meetingId, signers) {
    const subject = { kind: 'minutes', id: meetingId } as const;
    await refuseSigners(scope, subject, signers);
    const last_day = dayAfter(todayOf(scope), daysToSign.usual);
    const asked: Asked = { subject, signers: [...signers], last_day, note: '' };
    await addJob(scope.tx, {
      name: minutesRequestJobName,
      payload: { board_id: scope.board.id, user_id: scope.member.userId, asked: JSON.stringify(asked) },
      key: `${minutesRequestJobName}:${meetingId}`,
    });
  },
};

/** Acts on behalf of the member who circulated the minutes. If the request is rejected, logs a warning. */
export async function requestOnMinutes(
  context: Context,
  { boardId, userId, asked }: { readonly boardId: string; readonly userId: string; readonly asked: Asked },
): Promise<void> {
  const meetingId = asked.subject.id;
  const minutes = await withBoardJobScope(context, boardId, (scope) =>
    minutesOfMeeting.run(scope.tx, { id: meetingId }, scope.now),
  );
  if (minutes?.state !== 'circulated') return;
  await makeMinutesFile(context, { boardId, meetingId, version: minutes.version, isApproved: false });
  // A job has no session, so `isJoining` skips the second-factor and provider checks. The member passed them when
  // circulating the minutes.
  const inScope: InScope = (work) => withBoardScope(context, { boardId, userId, isJoining: true }, work);
  try {
    await requestSignatures(inScope, context, asked);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'too-many') throw error;
    context.log.warn({ err: error, meetingId }, 'nobody was asked to sign these minutes');
  }
}

function isInside(place: DocumentPlace): RawBuilder<boolean> {
  if ('documentIds' in place) return sql`kept.id = any(${place.documentIds}::uuid[])`;
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

/** A document is locked during signing and until the signed file has become its next version. */
export const signatureLock: DocumentLock = {
  async refuseLocked({ tx, board }, place) {
    // Lock the documents' rows, so that no signature request can start before this transaction ends.
    if ('documentIds' in place) {
      await sql`
        select from documents kept where kept.board_id = ${board.id} and ${isInside(place)} order by kept.id for no key update
      `.execute(tx);
    }
    const { rows } = await sql`
      select from signature_requests request
      join documents kept on kept.board_id = request.board_id and kept.id = request.document_id
      where request.board_id = ${board.id} and kept.deleted_at is null and ${isInside(place)}
        and (request.state = 'open' or (request.state = 'complete' and request.sealed_at is null))
      limit 1
    `.execute(tx);
    if (rows.length === 0) return;
    throw refused('documentIds' in place ? signatureMessages.voidFirst : signatureMessages.voidFirstInside);
  },
};
