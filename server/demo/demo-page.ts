import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '#domain/text.ts';
import type { Context } from '#server/context.ts';
import { notFound } from '#server/errors.ts';
import { nullIfMissing } from '#server/file-system.ts';
import { isLoopback } from '#server/http/hosts.ts';

export interface DemoPage {
  readonly title: string;
  readonly section: string;
  readonly body: Html;
}

const fontsAddress = '/demo/fonts';
const fontName = /^[a-z0-9-]+\.woff2$/;

export type DemoHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

export function addDemoRoute(app: FastifyInstance, context: Context, url: string, handle: DemoHandler): void {
  if (context.config.mode !== 'demo') throw new Error('Pages under /demo belong to the demonstration.');
  app.get(url, { schema: { hide: true } }, (request, reply) => {
    // Prevents DNS rebinding, in which another site's host name resolves to this machine.
    if (!isLoopback(request.host)) throw notFound();
    return handle(request, reply);
  });
}

export function addFonts(app: FastifyInstance, context: Context): void {
  addDemoRoute(app, context, `${fontsAddress}/:name`, async (request, reply) => {
    const { name } = request.params as { readonly name: string };
    if (!fontName.test(name)) throw notFound();
    const bytes = await readFile(new URL(`../../web/styles/fonts/${name}`, import.meta.url)).catch(nullIfMissing);
    if (bytes === null) throw notFound();
    return reply.header('cache-control', 'max-age=3600').type('font/woff2').send(bytes);
  });
}

export async function sendDemoPage(reply: FastifyReply, { title, section, body }: DemoPage): Promise<unknown> {
  const nonce = reply.cspNonce.style;
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} | ${section}</title><style nonce="${nonce}">${{ markup: await readStyles() }}</style></head>
<body><main>${body}</main></body></html>`;
  return reply
    .header('cache-control', 'no-store')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; font-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    .type('text/html; charset=utf-8')
    .send(page.markup);
}

async function readStyles(): Promise<string> {
  const [tokens, own] = await Promise.all([
    readFile(new URL('../../web/styles/tokens.css', import.meta.url), 'utf8'),
    readFile(new URL('./demo-page.css', import.meta.url), 'utf8'),
  ]);
  return tokens.replaceAll('url("fonts/', `url("${fontsAddress}/`) + own;
}

export const tabTo = (href: string, label: string, isCurrent: boolean): Html =>
  isCurrent ? html`<a href="${href}" aria-current="page">${label}</a>` : html`<a href="${href}">${label}</a>`;

export interface Html {
  readonly markup: string;
}

type Value = string | number | Html | readonly Html[] | null;

/** Escapes all values except `Html`. The result is safe in text and in quoted attributes. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  const markup = strings.map((part, nth) => part + written(values[nth] ?? null)).join('');
  return { markup };
}

function written(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return 'markup' in value ? value.markup : value.map((each) => each.markup).join('');
}
