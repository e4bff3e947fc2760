import type { Context } from '#server/context.ts';
import { withBoardJobScope } from '#server/db/board-scope.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { deleteUploadRow, dropUploadJobName } from './commands.ts';
import { listExpiredUploads } from './queries.ts';

/** Deletes each file before its row, so that no file is left without a row. */
export function sweepUploadsJob(context: Context): JobHandler {
  return {
    name: 'sweep-uploads',
    schedule: '*/10 * * * *',
    async handle() {
      for (const { board_id: boardId, upload_id: uploadId } of await listExpiredUploads(context)) {
        await context.uploads.remove(uploadId);
        // Suspended boards are included, because each sweep would otherwise find their rows again.
        await withBoardJobScope(context, boardId, (scope) => deleteUploadRow(scope, uploadId), { evenSuspended: true });
      }
    },
  };
}

export function dropUploadJob(context: Context): JobHandler {
  return {
    name: dropUploadJobName,
    handle: ({ upload_id: uploadId = '' }) => context.uploads.remove(uploadId),
  };
}
