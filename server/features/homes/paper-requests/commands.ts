import { sql } from 'kysely';
import type { PaperAct } from '#contract/paper-requests.ts';
import type { FileExtension } from '#domain/documents.ts';
import { paperMessages } from '#domain/messages/paper-requests.ts';
import { isPaperDue, paperStateOf } from '#domain/paper-requests.ts';
import type { Context } from '#server/context.ts';
import { selectRows, updateRow, updateRows } from '#server/db/board-rows.ts';
import { type BoardJobScope, type BoardScope, todayOf } from '#server/db/board-scope.ts';
import { invalid, notFound, refused } from '#server/errors.ts';
import { queueOutsiderMail } from '#server/features/core/mail/commands.ts';
import type { PaperRequests } from '#server/features/homes/meetings/ports.ts';
import { loadPlacementHome } from '#server/features/papers/documents/placements/commands.ts';
import type { DerivedFiles } from '#server/features/papers/documents/ports.ts';
import {
  addStoredDocument,
  addStoredVersion,
  type StoredUpload,
} from '#server/features/papers/documents/versions/commands.ts';
import type { Secrets } from '#server/secrets.ts';
import { setAuthorLink } from './asking/commands.ts';
import {
  deleteSubmission,
  paperLinkMail,
  papersAskedMail,
  papersDueMail,
  papersEndedMail,
  papersSentBackMail,
  recordPaper,
} from './paper/commands.ts';
import { loadPaperForEdit, type PaperRow, selectPapers } from './paper/queries.ts';
import { filterSubmissionKeys, findWaitingFile, isDocumentThere } from './queries.ts';

export async function actOnPaper(
  scope: BoardScope,
  context: Pick<Context, 'office' | 'secrets'>,
  { id, act }: { readonly id: string; readonly act: PaperAct },
): Promise<void> {
  const paper = await loadPaperForEdit(scope, id);
  switch (act.kind) {
    case 'accept':
      refuseReplaced(paper, act.submission_id);
      return acceptPaper(scope, context, paper);
    case 'send-back':
      refuseReplaced(paper, act.submission_id);
      return sendBack(scope, paper, act.reason);
    case 'set-due':
      return setDue(scope, paper, act.due_on);
    case 'remind':
      return remindNow(scope, paper);
    case 'renew-link':
      return renewLink(scope, context.secrets, paper);
    case 'cancel':
      return endPapers(scope, [paper]);
  }
}

/** Throws if the author has replaced the file that the editor saw. */
function refuseReplaced(paper: PaperRow, submissionId: string): void {
  if (!paper.is_waiting) throw refused(paperMessages.nothingSent);
  if (paper.submission_id !== submissionId) throw refused(paperMessages.replaced);
}

/** Moves the stored file to the document, so the accepted bytes are exactly those the author sent. */
async function acceptPaper(scope: BoardScope, context: Pick<Context, 'office'>, paper: PaperRow): Promise<void> {
  const stored = await loadStored(scope, paper);
  const place = { kind: 'agenda-item', id: paper.agenda_item_id } as const;
  const home = await loadPlacementHome(scope, place, { lock: 'update' });
  const before = paper.document_id;
  const isThere = before !== null && (await isDocumentThere(scope, before));
  // Clear these columns first, because storage keys must be unique.
  await updateRow(scope, 'paper_submissions', stored.versionId, {
    storage_key: null,
    reading_key: null,
    reading_bytes: null,
  });
  if (isThere) await addStoredVersion(scope, context, { documentId: before, stored, withdrawsEarlier: false });
  const documentId = isThere
    ? before
    : await addStoredDocument(scope, context, { place, title: paper.title, beforeId: null, home, stored });
  const accepted = { accepted_at: scope.now, document_id: documentId, sent_back_at: null, more_until: null };
  await updateRow(scope, 'paper_requests', paper.id, accepted);
  await recordPaper(scope, paper, 'paper.accepted', { document_id: documentId });
}

async function loadStored(scope: BoardScope, paper: PaperRow): Promise<StoredUpload> {
  const file = await findWaitingFile(scope, paper.id);
  if (!file) throw refused(paperMessages.nothingSent);
  const { reading_key: key, reading_bytes: byteSize } = file;
  return {
    versionId: file.id,
    storageKey: file.storage_key,
    filename: file.filename,
    extension: file.extension as FileExtension,
    byteSize: file.byte_size,
    sha256: file.sha256,
    inspected: {
      needsPassword: false,
      isDynamicForm: false,
      reading: key === null || byteSize === null ? null : { key, byteSize },
    },
  };
}

async function sendBack(scope: BoardScope, paper: PaperRow, reason: string): Promise<void> {
  await deleteSubmission(scope, paper.id);
  await updateRow(scope, 'paper_requests', paper.id, { sent_back_at: scope.now, sent_back_reason: reason });
  await informAuthor(scope, paper, papersSentBackMail, 'paper.sent-back');
}

async function setDue(scope: BoardScope, paper: PaperRow, dueOn: string): Promise<void> {
  const today = todayOf(scope);
  if (dueOn < today) throw invalid({ 'act.due_on': paperMessages.dueInPast });
  refuseUnlessOwed(paper);
  await updateRow(scope, 'paper_requests', paper.id, {
    due_on: dueOn,
    reminders_from: today,
    more_until: null,
    more_reason: '',
  });
  await informAuthor(scope, paper, papersAskedMail, 'paper.due-set');
}

async function remindNow(scope: BoardScope, paper: PaperRow): Promise<void> {
  refuseUnlessOwed(paper);
  await updateRow(scope, 'paper_authors', paper.author_id, { reminded_on: todayOf(scope) });
  await informAuthor(scope, paper, papersDueMail, 'paper.reminded');
}

function refuseUnlessOwed(paper: PaperRow): void {
  if (!isPaperDue(paperStateOf(paper))) throw refused(paperMessages.notDue);
}

async function renewLink(scope: BoardScope, secrets: Secrets, paper: PaperRow): Promise<void> {
  const author = await selectRows(scope, 'paper_authors', { id: paper.author_id })
    .select(['id', 'generation'])
    .where('uid_hash', 'is not', null)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);
  await setAuthorLink(scope, secrets, { authorId: author.id, generation: author.generation + 1 });
  await informAuthor(scope, paper, paperLinkMail, 'paper.link-renewed');
}

async function informAuthor(
  scope: BoardScope,
  paper: PaperRow,
  kind: string,
  action: Parameters<typeof recordPaper>[2],
): Promise<void> {
  await queueOutsiderMail(scope, { kind, subjectId: paper.author_id });
  await recordPaper(scope, paper, action);
}

/** Authors who have nothing left to do get no message. */
async function endPapers(scope: BoardScope, papers: readonly PaperRow[]): Promise<void> {
  for (const paper of papers) {
    await updateRow(scope, 'paper_requests', paper.id, { ended_at: scope.now });
    await recordPaper(scope, paper, 'paper.cancelled');
  }
  const owed = papers.filter(({ accepted_at, declined_at }) => accepted_at === null && declined_at === null);
  for (const subjectId of new Set(owed.map(({ author_id }) => author_id)))
    await queueOutsiderMail(scope, { kind: papersEndedMail, subjectId });
}

export const paperRequestsOfMeetings: PaperRequests = {
  async meetingEnded(scope, meetingId) {
    await endPapers(scope, await selectPapers(scope).where('author.meeting_id', '=', meetingId).execute());
  },
  async itemRemoved(scope, itemId) {
    await endPapers(scope, await selectPapers(scope).where('request.agenda_item_id', '=', itemId).execute());
  },
};

/** `deleteExpired` does nothing, because the job `forget-papers` deletes submissions. */
export const submissionFiles: DerivedFiles = {
  deleteExpired: async () => undefined,
  filterKeysInUse: filterSubmissionKeys,
};

/** Sends at most one reminder a day. */
export async function remindAuthor(scope: BoardJobScope, authorId: string): Promise<void> {
  const today = todayOf(scope);
  const reminded = await updateRows(scope, 'paper_authors', { id: authorId })
    .set({ reminded_on: today })
    .where((eb) => eb.or([eb('reminded_on', 'is', null), sql<boolean>`reminded_on < ${today}::date`]))
    .returning('id')
    .executeTakeFirst();
  if (reminded) await queueOutsiderMail(scope, { kind: papersDueMail, subjectId: authorId });
}

const keptMs = 30 * 86_400_000;

/**
 * Deletes unaccepted papers 30 days after their request or meeting ends, and authors' email addresses 30 days after the
 * meeting ends.
 */
export async function forgetPapers({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await sql`select gate.forget_papers(${new Date(clock.now().getTime() - keptMs)})`.execute(db);
}
