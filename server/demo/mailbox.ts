import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '#server/context.ts';
import { notFound } from '#server/errors.ts';
import { type OutboxMessage, readOutbox, readOutboxMessage } from '#server/integrations/mail/outbox.ts';
import { addDemoRoute, type DemoHandler, sendDemoPage } from './demo-page.ts';
import { mailboxPage, messagePage } from './mailbox-pages.ts';

const address = '/demo/mailbox';

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

/** What the demonstration sends, to be read at /demo/mailbox. */
export function addMailbox(app: FastifyInstance, context: Context): void {
  const outboxDir = join(context.config.dataDir, 'outbox');
  const route = (url: string, handle: DemoHandler): void => addDemoRoute(app, context, url, handle);

  route(address, async (_request, reply) => sendDemoPage(reply, mailboxPage(await readOutbox(outboxDir))));

  route(`${address}/:id`, async (request, reply) => {
    const { part } = request.query as { readonly part?: string };
    return sendDemoPage(reply, messagePage(await load(outboxDir, request), part === 'text' ? 'text' : 'html'));
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
}

async function load(outboxDir: string, request: FastifyRequest): Promise<OutboxMessage> {
  const { id } = request.params as { readonly id: string };
  const message = await readOutboxMessage(outboxDir, id);
  if (!message) throw notFound();
  return message;
}
