import { sql } from 'kysely';
import { openLogo, removeLogo, setLogo } from '#contract/boards.ts';
import { notFound } from '#server/errors.ts';
import { filePolicy } from '#server/http/file-policy.ts';
import { type FileAnswer, implement, implementInSteps, type Route } from '#server/http/implement.ts';
import { setLogo as makeLogoOf, removeLogo as takeAway } from './logo.ts';
import { logos, pictureKey } from './store.ts';

/** Another logo has another address, so this one never changes. */
const cacheControl = 'public, max-age=31536000, immutable';

export const logoRoutes: readonly Route[] = [
  implementInSteps(setLogo, async ({ inScope, context, body }) => ({
    logo_url: await makeLogoOf(inScope, context, body.upload_id),
  })),

  implement(removeLogo, async ({ scope }) => {
    await takeAway(scope);
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
        // Mail programs show it too.
        'cross-origin-resource-policy': 'cross-origin',
      },
      open: (range) => context.storage.open(key, range),
    };
  }),
];
