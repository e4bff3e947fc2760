import type { Context } from '#server/context.ts';
import { fileAgeMsMin } from '#server/integrations/storage/document-storage.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { dropPicture, storedBefore } from './commands.ts';
import { logos, people } from './present.ts';
import { listUsedUrls } from './queries.ts';

export function dropPictureJob(context: Context): JobHandler {
  return {
    name: 'drop-picture',
    handle: ({ picture_id: pictureId = '' }) => dropPicture(context, people, pictureId),
  };
}

export function dropLogoJob(context: Context): JobHandler {
  return {
    name: 'drop-logo',
    handle: ({ logo_id: logoId = '' }) => dropPicture(context, logos, logoId),
  };
}

/** Removes files that no row names, which a crash between storing and commit leaves behind. */
export function sweepPicturesJob(context: Context): JobHandler {
  return {
    name: 'sweep-pictures',
    schedule: '15,35,55 * * * *',
    async handle() {
      // File times come from the machine's clock, so the context's clock is not used here.
      const oldest = Date.now() - fileAgeMsMin;
      for (const kind of [people, logos]) {
        const stored = await storedBefore(context, kind, oldest);
        const named = new Set(await listUsedUrls(context, kind, [...stored].map(kind.url)));
        for (const id of stored) if (!named.has(kind.url(id))) await dropPicture(context, kind, id);
      }
    },
  };
}
