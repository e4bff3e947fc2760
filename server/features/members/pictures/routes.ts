import { sql } from 'kysely';
import { openPicture, removePicture, setPicture } from '#contract/profile.ts';
import type { Context } from '#server/context.ts';
import { notFound } from '#server/errors.ts';
import { filePolicy } from '#server/http/file-policy.ts';
import { type FileAnswer, implement, implementInSteps, type Route } from '#server/http/implement.ts';
import { createRateLimits, type RateLimit } from '#server/http/rate-limits.ts';
import { setPicture as makeOwn, removePicture as takeAway } from './commands.ts';
import { people, pictureKey } from './store.ts';

/** Seconds that a browser may show a picture again without asking: its address changes with it, who may see it may too. */
const keptSeconds = 300;

/**
 * Addresses of pictures that are nobody's whom the user may see. A page names hardly any; whoever tries addresses does. Pictures that
 * are there are shown all the same: nobody finds one by trying.
 */
const missesByUser: RateLimit = { name: 'picture-misses', points: 60, seconds: 900 };

export const pictureRoutes: readonly Route[] = [
  implementInSteps(setPicture, async ({ inScope, context, body }) => ({
    img_url: await makeOwn(inScope, context, { uploadId: body.upload_id, crop: body.crop }),
  })),

  implement(removePicture, async ({ scope }) => {
    await takeAway(scope);
    return {};
  }),

  implement(openPicture, async ({ context, session, params, query }): Promise<FileAnswer> => {
    const limits = createRateLimits(context.pool);
    const owner = await limits.countMiss(missesByUser, session.userId, () =>
      findOwner(context, params.picture, session.userId),
    );
    if (owner === null) throw notFound();
    const key = pictureKey(people, params.picture, query.size ?? 'small');
    return {
      kind: 'bytes',
      byteSize: await context.storage.byteSize(key),
      headers: {
        'content-type': 'image/webp',
        'cache-control': `private, max-age=${keptSeconds}`,
        vary: 'cookie',
        'x-content-type-options': 'nosniff',
        'content-security-policy': filePolicy,
        'cross-origin-resource-policy': 'same-origin',
      },
      open: (range) => context.storage.open(key, range),
    };
  }),
];

async function findOwner(context: Context, picture: string, readerId: string): Promise<string | null> {
  const { rows } = await sql<{ user_id: string | null }>`
    select gate.picture_in_sight(${people.url(picture)}, ${readerId}::uuid) as user_id
  `.execute(context.db);
  return rows[0]?.user_id ?? null;
}
