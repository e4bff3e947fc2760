import type { Context } from '#server/context.ts';
import { fileAgeMsMin } from '#server/integrations/storage/document-storage.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { dropPicture, storedBefore } from './commands.ts';
import { logos, people } from './present.ts';
import { listUsedUrls } from './queries.ts';

export const dropPictureJobs = (context: Context): readonly JobHandler[] =>
  [people, logos].map(
    (kind): JobHandler => ({
      name: kind.dropJob,
      handle: ({ picture_id: pictureId = '' }) => dropPicture(context, kind, pictureId),
    }),
  );

/** Removes files without a row, which a crash between storing and commit leaves behind. */
export function sweepPicturesJob(context: Context): JobHandler {
  return {
    name: 'sweep-pictures',
    schedule: '15,35,55 * * * *',
    async handle() {
      // Uses real time instead of `context.clock`, because it is compared with file timestamps.
      const oldest = Date.now() - fileAgeMsMin;
      for (const kind of [people, logos]) {
        const stored = await storedBefore(context, kind, oldest);
        const named = new Set(await listUsedUrls(context, kind, [...stored].map(kind.url)));
        for (const id of stored) if (!named.has(kind.url(id))) await dropPicture(context, kind, id);
      }
    },
  };
}
