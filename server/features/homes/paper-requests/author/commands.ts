import type { BodyOf } from '#contract/endpoint.ts';
import type { replyToPaperRequest } from '#contract/paper-requests.ts';
import { paperMessages } from '#domain/messages/paper-requests.ts';
import { isPaperDue, paperLimits, paperStateOf } from '#domain/paper-requests.ts';
import type { Context } from '#server/context.ts';
import { insertRow, updateRow, updateRows } from '#server/db/board-rows.ts';
import { type BoardJobScope, todayOf } from '#server/db/board-scope.ts';
import { invalid, refused } from '#server/errors.ts';
import { addUpload, consumeUpload } from '#server/features/core/uploads/commands.ts';
import { loadWaitingUpload, type UploadOwner } from '#server/features/core/uploads/queries.ts';
import { deleteSubmission, recordPaper } from '#server/features/homes/paper-requests/paper/commands.ts';
import type { PaperRow } from '#server/features/homes/paper-requests/paper/queries.ts';
import { orRemoved, type StoredUpload, storeUpload } from '#server/features/papers/documents/versions/commands.ts';
import { inspectingSlots } from '#server/features/papers/documents/versions/inspecting-slots.ts';
import type { UploadMetadata } from '#server/http/upload-metadata.ts';
import { countPages } from '#server/integrations/pdf/read-pdf.ts';
import type { InPaperLink } from './paper-link.ts';
import { loadPaperOfAuthor, readWaitingUploads } from './queries.ts';

export const uploadsOfPaper = (requestId: string): UploadOwner => ({ column: 'paper_request_id', id: requestId });

/** Locks the request, so that concurrent uploads cannot exceed the limits together. */
export async function announcePaper(
  scope: BoardJobScope,
  of: { readonly authorId: string; readonly id: string },
  file: UploadMetadata,
): Promise<string> {
  const paper = await loadPaperOfAuthor(scope, of.authorId, of.id);
  const waiting = await readWaitingUploads(scope, paper.id);
  const { filesMax, bytesMax } = paperLimits;
  if (paper.files_sent + waiting.files >= filesMax) throw invalid({ length: paperMessages.tooManyFiles(filesMax) });
  if (Number(paper.bytes_sent) + waiting.bytes + file.byteLength > bytesMax)
    throw invalid({ length: paperMessages.tooManyBytes });
  return addUpload(scope, uploadsOfPaper(paper.id), file);
}

/** The file belongs to no document until an editor accepts it. */
export async function sendPaper(
  inPaperLink: InPaperLink,
  context: Context,
  given: { readonly id: string; readonly uploadId: string },
): Promise<{ readonly needsPassword: boolean }> {
  const owner = uploadsOfPaper(given.id);
  const upload = await inPaperLink(async (scope, authorId) => {
    const paper = await loadPaperOfAuthor(scope, authorId, given.id);
    const waiting = await loadWaitingUpload(scope, uploadsOfPaper(paper.id), given.uploadId);
    return { ...waiting, boardId: scope.board.id, userId: authorId };
  });
  const stored = await storeUpload(context, upload);
  await orRemoved(context, stored, async () => {
    const pageCount = await pagesOf(context, stored, upload.userId);
    await inPaperLink(async (scope, authorId) => {
      const paper = await loadPaperOfAuthor(scope, authorId, given.id);
      await consumeUpload(scope, owner, given.uploadId);
      await addSubmission(scope, { paper, stored, pageCount });
      await updateRow(scope, 'paper_requests', paper.id, {
        files_sent: paper.files_sent + 1,
        bytes_sent: Number(paper.bytes_sent) + stored.byteSize,
        declined_at: null,
        more_until: null,
        sent_back_at: null,
      });
      await recordPaper(scope, paper, 'paper.received', { by_link: paper.author_name });
    });
  });
  return { needsPassword: stored.inspected.needsPassword };
}

async function pagesOf(context: Context, file: StoredUpload, authorId: string): Promise<number | null> {
  if (file.extension !== 'pdf') return null;
  return inspectingSlots(context)(authorId, () => context.storage.withLocalFile(file.storageKey, countPages));
}

async function addSubmission(
  scope: BoardJobScope,
  given: { readonly paper: PaperRow; readonly stored: StoredUpload; readonly pageCount: number | null },
): Promise<void> {
  const { paper, stored, pageCount } = given;
  await deleteSubmission(scope, paper.id);
  await insertRow(scope, 'paper_submissions', {
    id: stored.versionId,
    request_id: paper.id,
    filename: stored.filename,
    extension: stored.extension,
    byte_size: stored.byteSize,
    sha256: stored.sha256,
    page_count: pageCount,
    note: paper.is_waiting ? (paper.submission_note ?? '') : '',
    sent_at: scope.now,
    storage_key: stored.storageKey,
    reading_key: stored.inspected.reading?.key ?? null,
    reading_bytes: stored.inspected.reading?.byteSize ?? null,
  });
}

export async function replyToRequest(
  scope: BoardJobScope,
  of: { readonly authorId: string; readonly id: string },
  { reply }: BodyOf<typeof replyToPaperRequest>,
): Promise<void> {
  const paper = await loadPaperOfAuthor(scope, of.authorId, of.id);
  const by = { by_link: paper.author_name };
  if (reply.kind === 'note') {
    if (!paper.is_waiting) throw refused(paperMessages.nothingSent);
    await updateRows(scope, 'paper_submissions', { request_id: paper.id }).set({ note: reply.note }).execute();
    await recordPaper(scope, paper, 'paper.noted', by);
    return;
  }
  if (!isPaperDue(paperStateOf(paper))) throw refused(paperMessages.notDue);
  if (reply.kind === 'decline') {
    await updateRow(scope, 'paper_requests', paper.id, { declined_at: scope.now, more_until: null });
    await recordPaper(scope, paper, 'paper.declined', by);
    return;
  }
  if (reply.until < todayOf(scope)) throw invalid({ 'reply.until': paperMessages.dueInPast });
  await updateRow(scope, 'paper_requests', paper.id, { more_until: reply.until, more_reason: reply.reason });
  await recordPaper(scope, paper, 'paper.more-time-asked', by);
}
