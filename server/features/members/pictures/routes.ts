import { openLogo, removeLogo, setLogo } from '#contract/boards.ts';
import { openPicture, removePicture, setPicture } from '#contract/profile.ts';
import type { Context } from '#server/context.ts';
import { notFound } from '#server/errors.ts';
import { type FileAnswer, implement, implementInSteps, type Route } from '#server/http/implement.ts';
import { createRateLimits, type RateLimit } from '#server/http/rate-limits.ts';
import { filePolicy } from '#server/http/send-file.ts';
import * as commands from './commands.ts';
import { logos, people, pictureKey } from './present.ts';
import { findPictureOwner, isLogoUsed } from './queries.ts';

/** Browsers may cache a logo forever, because a new logo has a new address. */
const cacheControl = 'public, max-age=31536000, immutable';

export const logoRoutes: readonly Route[] = [
  implementInSteps(setLogo, async ({ inScope, context, body }) => ({
    logo_url: await commands.setLogo(inScope, context, body.upload_id),
  })),

  implement(removeLogo, async ({ scope }) => {
    await commands.replaceLogo(scope, null);
  }),

  implement(openLogo, async ({ context, params }): Promise<FileAnswer> => {
    const [, id, twice] = /^([a-f0-9]{64})(@2x)?\.png$/.exec(params.file) ?? [];
    if (id === undefined) throw notFound();
    if (!(await isLogoUsed(context, id))) throw notFound();
    const key = pictureKey(logos, id, twice === undefined ? '1x' : '2x');
    return pictureFile(context, key, {
      'content-type': 'image/png',
      'cache-control': cacheControl,
      // Lets mail programs load the logo.
      'cross-origin-resource-policy': 'cross-origin',
    });
  }),
];

const pictureFile = async (
  { storage }: Context,
  key: string,
  headers: Readonly<Record<string, string>>,
): Promise<FileAnswer> => ({
  kind: 'bytes',
  byteSize: await storage.byteSize(key),
  headers: { ...headers, 'x-content-type-options': 'nosniff', 'content-security-policy': filePolicy },
  open: (range) => storage.openForResponse(key, range),
});

/** Seconds for which browsers reuse a picture without asking the server. */
const keptSeconds = 300;

/** Limits requests for pictures that do not exist. */
const missesByUser: RateLimit = { name: 'picture-misses', points: 60, seconds: 900 };

export const pictureRoutes: readonly Route[] = [
  implementInSteps(setPicture, async ({ inScope, context, body }) => ({
    img_url: await commands.setPicture(inScope, context, { uploadId: body.upload_id, crop: body.crop }),
  })),

  implement(removePicture, async ({ scope }) => {
    await commands.replacePicture(scope, null);
  }),

  implement(openPicture, async ({ context, session, params, query }): Promise<FileAnswer> => {
    const limits = createRateLimits(context.pool);
    const owner = await limits.countMiss(missesByUser, session.userId, () =>
      findPictureOwner(context, params.picture, session.userId),
    );
    if (owner === null) throw notFound();
    const key = pictureKey(people, params.picture, query.size ?? 'small');
    return pictureFile(context, key, {
      'content-type': 'image/webp',
      'cache-control': `private, max-age=${keptSeconds}`,
      vary: 'cookie',
      'cross-origin-resource-policy': 'same-origin',
    });
  }),
];
