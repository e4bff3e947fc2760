import { sql } from 'kysely';
import { openLogo, removeLogo, setLogo } from '#contract/boards.ts';
import { openPicture, removePicture, setPicture } from '#contract/profile.ts';
import type { Context } from '#server/context.ts';
import { notFound } from '#server/errors.ts';
import { type FileAnswer, implement, implementInSteps, type Route } from '#server/http/implement.ts';
import { createRateLimits, type RateLimit } from '#server/http/rate-limits.ts';
import { filePolicy } from '#server/http/send-file.ts';
import {
  logos,
  setLogo as makeLogoOf,
  setPicture as makeOwn,
  people,
  pictureKey,
  removeLogo as removeBoardLogo,
  removePicture as takeAway,
} from './commands.ts';

/** Immutable: another logo has another address. */
const cacheControl = 'public, max-age=31536000, immutable';

export const logoRoutes: readonly Route[] = [
  implementInSteps(setLogo, async ({ inScope, context, body }) => ({
    logo_url: await makeLogoOf(inScope, context, body.upload_id),
  })),

  implement(removeLogo, async ({ scope }) => {
    await removeBoardLogo(scope);
    return {};
  }),

  implement(openLogo, async ({ context, params }): Promise<FileAnswer> => {
    const [, id, twice] = /^([a-f0-9]{64})(@2x)?\.png$/.exec(params.file) ?? [];
    if (id === undefined) throw notFound();
    const used = await sql<{ url: string }>`
      select * from gate.logos_in_use(array[${logos.url(id)}]) as url
    `.execute(context.db);
    if (used.rows.length === 0) throw notFound();
    const key = pictureKey(logos, id, twice === undefined ? '1x' : '2x');
    return {
      kind: 'bytes',
      byteSize: await context.storage.byteSize(key),
      headers: {
        'content-type': 'image/png',
        'cache-control': cacheControl,
        'x-content-type-options': 'nosniff',
        'content-security-policy': filePolicy,
        // For mail programs.
        'cross-origin-resource-policy': 'cross-origin',
      },
      open: (range) => context.storage.open(key, range),
    };
  }),
];

/** Seconds without revalidation: the address changes with the picture. */
const keptSeconds = 300;

/** Counts addresses that show nothing; pages name hardly any. Existing pictures are always shown. */
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
    select gate.find_visible_picture(${people.url(picture)}, ${readerId}::uuid) as user_id
  `.execute(context.db);
  return rows[0]?.user_id ?? null;
}
