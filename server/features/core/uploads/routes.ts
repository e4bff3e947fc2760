import { appendUpload, createUpload, deleteUpload, inspectUpload } from '#contract/uploads.ts';
import type { Context } from '#server/context.ts';
import { withBoardJobScope } from '#server/db/board-scope.ts';
import { authorize } from '#server/errors.ts';
import { type FileAnswer, implement, type Route } from '#server/http/implement.ts';
import { admitUpload, tusServer } from '#server/http/tus-uploads.ts';
import { isForPicture, readUploadMetadata } from '#server/http/upload-metadata.ts';
import { addUpload, expireUpload, refuseTooManyWaiting } from './commands.ts';
import { canUpload } from './policy.ts';
import { loadOwnUpload } from './queries.ts';

const largestWaitingMax = 10;

/** Runs tus after the transaction that found or created the upload's row. */
const byProtocol = (context: Context, uploadId: string): Extract<FileAnswer, { kind: 'raw' }> => ({
  kind: 'raw',
  run: (request, response, asked) => {
    admitUpload(request, { uploadId, asked, response });
    return tusServer(context).handle(request, response);
  },
});

export const uploadRoutes: readonly Route[] = [
  implement(createUpload, async ({ scope, context, request }) => {
    const header = request.header('upload-metadata');
    authorize(isForPicture(header) || canUpload(scope));
    const metadata = readUploadMetadata(context.config, {
      length: request.header('upload-length'),
      metadata: header,
      concat: request.header('upload-concat'),
    });
    const bytesMax = largestWaitingMax * context.config.uploadBytesMax;
    await refuseTooManyWaiting(scope, { byteLength: metadata.byteLength, bytesMax });
    const uploadId = await addUpload(scope, metadata);
    const { board } = scope;
    const answer = byProtocol(context, uploadId);
    const whole: FileAnswer = {
      kind: 'raw',
      async run(request, response, asked) {
        await answer.run(request, response, asked);
        // A failed creation must not use up the quota.
        if (response.statusCode !== 201)
          await withBoardJobScope(context, board.id, (after) => expireUpload(after, uploadId));
      },
    };
    return whole;
  }),

  implement(inspectUpload, async ({ scope, context, params }) => {
    const { id } = await loadOwnUpload(scope, params.id);
    return byProtocol(context, id);
  }),

  implement(appendUpload, async ({ scope, context, params }) => {
    const { id } = await loadOwnUpload(scope, params.id);
    return byProtocol(context, id);
  }),

  implement(deleteUpload, async ({ scope, context, params }) => {
    const { id } = await loadOwnUpload(scope, params.id);
    await expireUpload(scope, id);
    return byProtocol(context, id);
  }),
];
