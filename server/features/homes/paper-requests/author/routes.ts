import * as endpoints from '#contract/paper-requests.ts';
import type { BoardJobScope } from '#server/db/board-scope.ts';
import { expireUpload } from '#server/features/core/uploads/commands.ts';
import { loadWaitingUpload } from '#server/features/core/uploads/queries.ts';
import { tusAnswer, tusCreation } from '#server/features/core/uploads/tus-answers.ts';
import { type FileAnswer, implement, type Route } from '#server/http/implement.ts';
import { readUploadMetadata } from '#server/http/upload-metadata.ts';
import { announcePaper, replyToRequest, sendPaper, uploadsOfPaper } from './commands.ts';
import { inPaperLink, type PaperLinkInput } from './paper-link.ts';
import { presentAuthorPage } from './present.ts';
import { loadPaperOfAuthor, readAuthorPage } from './queries.ts';

const readPage = async (scope: BoardJobScope, authorId: string) =>
  presentAuthorPage(scope, await readAuthorPage(scope, authorId));

type UploadInput = PaperLinkInput & { readonly params: { readonly id: string; readonly upload_id: string } };

/** Throws `not-found` unless the upload belongs to one of the author's own papers. */
async function continueUpload(
  input: UploadInput,
  alsoDo?: (scope: BoardJobScope, uploadId: string) => Promise<void>,
): Promise<FileAnswer> {
  const uploadId = await inPaperLink(input)(async (scope, authorId) => {
    const paper = await loadPaperOfAuthor(scope, authorId, input.params.id);
    const { id } = await loadWaitingUpload(scope, uploadsOfPaper(paper.id), input.params.upload_id);
    await alsoDo?.(scope, id);
    return id;
  });
  return tusAnswer(input.context, { path: pathOf(input.params), uploadId });
}

const pathOf = (params: { readonly uid: string; readonly id: string }): string =>
  endpoints.createPaperUpload.path.replace(':uid', params.uid).replace(':id', params.id);

/** Limited, because each reply is logged and each submitted file is inspected. */
const changeLimit = { points: 120, seconds: 900, per: 'network' } as const;

export const paperLinkRoutes: readonly Route[] = [
  implement(endpoints.getAuthorPage, (input) => inPaperLink(input)(readPage)),

  implement(endpoints.createPaperUpload, async (input) => {
    const { context, request, params } = input;
    const { boardId, uploadId } = await inPaperLink(input)(async (scope, authorId) => {
      // Check the link before the metadata, so that callers without a valid link learn nothing from metadata errors.
      await loadPaperOfAuthor(scope, authorId, params.id);
      const metadata = readUploadMetadata(context.config, {
        length: request.header('upload-length'),
        metadata: request.header('upload-metadata'),
        concat: request.header('upload-concat'),
      });
      const id = await announcePaper(scope, { authorId, id: params.id }, metadata);
      return { boardId: scope.board.id, uploadId: id };
    });
    return tusCreation(context, { boardId, path: pathOf(params), uploadId });
  }),

  implement(endpoints.inspectPaperUpload, (input) => continueUpload(input)),
  implement(endpoints.appendPaperUpload, (input) => continueUpload(input)),
  implement(endpoints.deletePaperUpload, (input) => continueUpload(input, expireUpload)),

  implement(
    endpoints.sendPaper,
    async (input) => {
      const { context, params, body } = input;
      const sent = { id: params.id, uploadId: body.upload_id };
      const { needsPassword } = await sendPaper(inPaperLink(input), context, sent);
      return { ...(await inPaperLink(input)(readPage)), needs_password: needsPassword };
    },
    { limit: { ...changeLimit, name: 'papers-sent' } },
  ),

  implement(
    endpoints.replyToPaperRequest,
    (input) =>
      inPaperLink(input)(async (scope, authorId) => {
        await replyToRequest(scope, { authorId, id: input.params.id }, input.body);
        return readPage(scope, authorId);
      }),
    { limit: { ...changeLimit, name: 'paper-replies' } },
  ),
];
