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
