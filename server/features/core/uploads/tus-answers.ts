import type { Context } from '#server/context.ts';
import { withBoardJobScope } from '#server/db/board-scope.ts';
import type { FileAnswer } from '#server/http/implement.ts';
import { admitUpload, tusServer } from '#server/http/tus-uploads.ts';
import { expireUpload } from './commands.ts';

type RawAnswer = Extract<FileAnswer, { kind: 'raw' }>;

export const tusAnswer = (
  context: Context,
  upload: { readonly path: string; readonly uploadId: string },
): RawAnswer => ({
  kind: 'raw',
  run: (request, response, asked) => {
    admitUpload(request, { path: upload.path, uploadId: upload.uploadId, asked, response });
    return tusServer(context).handle(request, response);
  },
});

export function tusCreation(
  context: Context,
  given: { readonly boardId: string; readonly path: string; readonly uploadId: string },
): RawAnswer {
  const answer = tusAnswer(context, given);
  return {
    kind: 'raw',
    async run(request, response, asked) {
      await answer.run(request, response, asked);
      // A failed creation must not use up the quota.
      if (response.statusCode !== 201)
        await withBoardJobScope(context, given.boardId, (after) => expireUpload(after, given.uploadId));
    },
  };
}
