import { generalErrorMessage, refusalPages } from '#domain/messages/general.ts';
import { escapeHtml } from '#domain/text.ts';

export interface RefusalPage {
  readonly status: number;
  readonly text?: string | undefined;
  readonly requestId?: string | undefined;
}

export const refusalPageFiles = ['/plain-page.css', '/favicon.svg'] as const;
const [styleAddress, markAddress] = refusalPageFiles;

export const refusalPagePolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function refusalPage({ status, text, requestId }: RefusalPage): string {
  const words = refusalPages.byStatus.get(status) ?? refusalPages.others;
  const lines = [
    `<h1>${escapeHtml(words.title)}</h1>`,
    `<p>${escapeHtml(text ?? words.text ?? generalErrorMessage(status, 'GET'))}</p>`,
    ...(requestId === undefined ? [] : [`<p>${escapeHtml(refusalPages.reference(requestId))}</p>`]),
    ...(words.leadsHome ? [`<a class="button" href="/home">${escapeHtml(refusalPages.home)}</a>`] : []),
  ];
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <meta name="color-scheme" content="light dark" />
    <title>${escapeHtml(words.title)}</title>
    <link rel="icon" href="${markAddress}" type="image/svg+xml" />
    <link rel="stylesheet" href="${styleAddress}" />
  </head>
  <body>
    <main>
      <img src="${markAddress}" alt="" width="64" height="64" />
      ${lines.join('\n      ')}
    </main>
  </body>
</html>
`;
}
