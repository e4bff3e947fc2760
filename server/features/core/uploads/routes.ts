import { appendUpload, createUpload, deleteUpload, inspectUpload } from '#contract/uploads.ts';
import { mayBeEditor } from '#server/db/board-scope.ts';
import { authorize } from '#server/errors.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { isForPicture, readUploadMetadata } from '#server/http/upload-metadata.ts';
import { addUpload, expireUpload, refuseTooManyWaiting } from './commands.ts';
import { loadWaitingUpload, memberUploads } from './queries.ts';
import { tusAnswer, tusCreation } from './tus-answers.ts';

const largestWaitingMax = 10;

export const uploadRoutes: readonly Route[] = [
  implement(createUpload, async ({ scope, context, request }) => {
    const header = request.header('upload-metadata');
    authorize(isForPicture(header) || mayBeEditor(scope));
    const metadata = readUploadMetadata(context.config, {
      length: request.header('upload-length'),
      metadata: header,
      concat: request.header('upload-concat'),
    });
    const bytesMax = largestWaitingMax * context.config.uploadBytesMax;
    await refuseTooManyWaiting(scope, { byteLength: metadata.byteLength, bytesMax });
    const uploadId = await addUpload(scope, memberUploads(scope), metadata);
    return tusCreation(context, { boardId: scope.board.id, path: createUpload.path, uploadId });
  }),

  implement(inspectUpload, async ({ scope, context, params }) => {
    const { id } = await loadWaitingUpload(scope, memberUploads(scope), params.id);
    return tusAnswer(context, { path: createUpload.path, uploadId: id });
  }),

  implement(appendUpload, async ({ scope, context, params }) => {
    const { id } = await loadWaitingUpload(scope, memberUploads(scope), params.id);
    return tusAnswer(context, { path: createUpload.path, uploadId: id });
  }),

  implement(deleteUpload, async ({ scope, context, params }) => {
    const { id } = await loadWaitingUpload(scope, memberUploads(scope), params.id);
    await expireUpload(scope, id);
    return tusAnswer(context, { path: createUpload.path, uploadId: id });
  }),
];
