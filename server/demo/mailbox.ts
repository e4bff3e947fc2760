import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { type OutboxMessage, readOutbox, readOutboxMessage } from '../integrations/mail/outbox.ts';
import type { Html } from './html.ts';
import { mailboxPage, messagePage } from './mailbox-pages.ts';

const address = '/demo/mailbox';
const fontName = /^[a-z0-9-]+\.woff2$/;
/** Names of this machine alone: a page elsewhere that points its own name at loopback is not let in. */
const ownHost = /^(localhost|[a-z0-9-]+\.localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** A message's own page may show its words and open its links in a new tab; it runs nothing and loads nothing else. */
const messagePolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

/** What the demonstration sends, to be read at /demo/mailbox. Real use never has these routes. */
export function addMailbox(app: FastifyInstance, context: Context): void {
  if (context.config.mode !== 'demo') throw new Error('The mailbox belongs to the demonstration.');
  const outboxDir = join(context.config.dataDir, 'outbox');
  const route = (url: string, handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): void => {
    app.get(url, { schema: { hide: true } }, (request, reply) => {
      if (!ownHost.test(request.host)) throw notFound();
      return handle(request, reply);
    });
  };

  route(address, async (_request, reply) => sendPage(reply, mailboxPage(await readOutbox(outboxDir))));

  route(`${address}/:id`, async (request, reply) => {
    const { part } = request.query as { readonly part?: string };
    return sendPage(reply, messagePage(await load(outboxDir, request), part === 'text' ? 'text' : 'html'));
  });

  route(`${address}/:id/html`, async (request, reply) => {
    const message = await load(outboxDir, request);
    return reply
      .header('content-security-policy', messagePolicy)
      .header('x-frame-options', 'SAMEORIGIN')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(message.html.replace(/<head[^>]*>/i, '$&<base target="_blank">'));
  });

  route(`${address}/:id/attachments/:nth`, async (request, reply) => {
    const { nth } = request.params as { readonly nth: string };
    const attachment = /^\d{1,3}$/.test(nth) ? (await load(outboxDir, request)).attachments[Number(nth)] : undefined;
    if (!attachment) throw notFound();
    return reply
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(attachment.filename)}`)
      .header('cache-control', 'no-store')
      .type('application/octet-stream')
      .send(Buffer.from(attachment.content));
  });

  route(`${address}/fonts/:name`, async (request, reply) => {
    const { name } = request.params as { readonly name: string };
    if (!fontName.test(name)) throw notFound();
    const bytes = await readFile(new URL(`../../web/styles/fonts/${name}`, import.meta.url)).catch(noSuchFile);
    return reply.header('cache-control', 'max-age=3600').type('font/woff2').send(bytes);
  });
}

async function load(outboxDir: string, request: FastifyRequest): Promise<OutboxMessage> {
  const { id } = request.params as { readonly id: string };
  const message = await readOutboxMessage(outboxDir, id);
  if (!message) throw notFound();
  return message;
}

async function sendPage(reply: FastifyReply, page: (styles: string, nonce: string) => Html): Promise<unknown> {
  return (
    reply
      .header('cache-control', 'no-store')
      // A message is shown in a frame of this page.
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'nonce-${reply.cspNonce.style}'; font-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      )
      .type('text/html; charset=utf-8')
      .send(page(await readStyles(), reply.cspNonce.style).markup)
  );
}

/** The product's own tokens, with the faces where this page finds them. */
async function readStyles(): Promise<string> {
  const [tokens, own] = await Promise.all([
    readFile(new URL('../../web/styles/tokens.css', import.meta.url), 'utf8'),
    readFile(new URL('./mailbox.css', import.meta.url), 'utf8'),
  ]);
  return tokens.replaceAll('url("fonts/', `url("${address}/fonts/`) + own;
}

function noSuchFile(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT') throw notFound();
  throw error;
}
