import { getManifest, openSupportChat } from '#contract/support.ts';
import { notFound } from '#server/errors.ts';
import { type FileAnswer, implement, type Route } from '#server/http/implement.ts';

/** The manifest is the same for all boards, because a user may belong to several. */
const manifestOf = (appName: string) => ({
  id: '/home',
  name: appName,
  short_name: appName,
  description: 'Your boards’ meetings, papers and replies',
  start_url: '/home',
  scope: '/',
  display: 'standalone',
  background_color: '#f7f5f0',
  theme_color: '#124e52',
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
});

export const supportRoutes: readonly Route[] = [
  implement(
    getManifest,
    async ({ context }): Promise<FileAnswer> => ({
      kind: 'text',
      text: JSON.stringify(manifestOf(context.config.appName)),
      headers: { 'content-type': 'application/manifest+json; charset=utf-8', 'cache-control': 'public, max-age=3600' },
    }),
  ),

  implement(openSupportChat, async ({ context }): Promise<FileAnswer> => {
    const src = context.config.links.supportChat;
    if (src === null) throw notFound();
    return {
      kind: 'text',
      text: chatPage(src),
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': chatPolicy(src),
        'x-frame-options': 'sameorigin',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
    };
  }),
];

/** The support chat runs in a sandboxed frame without access to our origin, cookies, storage or pages. */
export const chatPolicy = (src: string): string =>
  [
    "default-src 'none'",
    `script-src ${new URL(src).origin} https: 'unsafe-inline'`,
    "style-src https: 'unsafe-inline'",
    `connect-src ${new URL(src).origin} https: wss:`,
    'img-src https: data: blob:',
    'font-src https: data:',
    'media-src https: data: blob:',
    'frame-src https:',
    'form-action https:',
    "base-uri 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts allow-forms allow-popups',
  ].join('; ');

/** A serialised URL contains no quotes or angle brackets, so it needs no escaping. */
export const chatPage = (src: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Support chat</title>
    <style>html, body { height: 100%; margin: 0; }</style>
  </head>
  <body>
    <script async src="${new URL(src).href.replaceAll('&', '&amp;')}"></script>
  </body>
</html>
`;
