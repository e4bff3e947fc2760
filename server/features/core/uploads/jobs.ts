import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { withBoardJobScope } from '#server/db/board-scope.ts';
import type { JobHandler } from '#server/jobs/worker.ts';

const sweptAtOnceMax = 500;

/** Expired uploads: first the bytes, then the row. */
export function sweepUploadsJob(context: Context): JobHandler {
  return {
    name: 'sweep-uploads',
    schedule: '*/10 * * * *',
    async handle() {
      const expired = await sql<{ board_id: string; upload_id: string }>`
        select board_id, upload_id from gate.expired_uploads(${context.clock.now()}, ${sweptAtOnceMax})
      `.execute(context.db);
      for (const upload of expired.rows) {
        await context.uploads.remove(upload.upload_id);
        // Suspended boards too, or their rows would fill up every sweep.
        await withBoardJobScope(
          context,
          upload.board_id,
          (scope) =>
            scope.tx
              .deleteFrom('uploads')
              .where('board_id', '=', upload.board_id)
              .where('id', '=', upload.upload_id)
              .execute(),
          { evenSuspended: true },
        );
      }
    },
  };
}

/** The bytes are in storage by now. */
export function dropUploadJob(context: Context): JobHandler {
  return {
    name: 'drop-upload',
    handle: ({ upload_id: uploadId = '' }) => context.uploads.remove(uploadId),
  };
}
