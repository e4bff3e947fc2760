import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '#server/context.ts';
import { notFound } from '#server/errors.ts';
import { type OutboxMessage, readOutbox, readOutboxMessage } from '#server/integrations/mail/outbox.ts';
import { addDemoRoute, type DemoHandler, type DemoPage, html, sendDemoPage, tabTo } from './demo-page.ts';

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

const sentAt = (message: OutboxMessage): string => (message.date === '' ? '' : time.format(new Date(message.date)));

function mailboxPage(messages: readonly OutboxMessage[]): DemoPage {
  const rows = messages.map(
    (message) => html`<li><a class="row" href="/demo/mailbox/${message.id}">
<span class="to">${message.to.name || message.to.address}</span>
<span class="subject">${message.subject}</span>
<span class="meta">${message.from.name}</span>
<time class="meta" datetime="${message.date}">${sentAt(message)}</time></a></li>`,
  );
  const body = html`<header><p class="meta">Demonstration</p><h1>Mailbox</h1>
<p class="lead">Everything that this demonstration would have sent. Nothing leaves this machine.</p></header>
${rows.length === 0 ? html`<p class="empty">No mail yet. Publish a meeting or invite a person, then look again.</p>` : html`<ul class="rows">${rows}</ul>`}`;
  return { title: 'Mailbox', section: 'Demonstration', body };
}

function messagePage(message: OutboxMessage, part: 'html' | 'text'): DemoPage {
  const own = `/demo/mailbox/${message.id}`;
  const tab = (name: 'html' | 'text', label: string) => tabTo(`${own}?part=${name}`, label, part === name);
  const attachments = message.attachments.map(
    (attachment, nth) =>
      html`<li><a href="${own}/attachments/${nth}" download>${attachment.filename}</a> <span class="meta">${Math.max(1, Math.round(attachment.content.byteLength / 1024))} KB</span></li>`,
  );
  const content =
    part === 'html'
      ? html`<iframe title="Message" src="${own}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
      : html`<pre>${message.text}</pre>`;
  const body = html`<nav aria-label="Breadcrumb"><a href="/demo/mailbox">Mailbox</a></nav>
<header><h1>${message.subject}</h1>
<dl><dt>From</dt><dd>${message.from.name} <span class="meta">${message.from.address}</span></dd>
<dt>To</dt><dd>${message.to.name} <span class="meta">${message.to.address}</span></dd>
<dt>Sent</dt><dd><time datetime="${message.date}">${sentAt(message)}</time></dd></dl>
${attachments.length === 0 ? null : html`<ul class="attachments" aria-label="Attachments">${attachments}</ul>`}</header>
<nav class="tabs" aria-label="Parts">${tab('html', 'As sent')}${tab('text', 'Plain text')}</nav>
${content}`;
  return { title: message.subject, section: 'Mailbox', body };
}

const address = '/demo/mailbox';

/** A message may open links in a new tab and load images from this server, but cannot run scripts. */
const messagePolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

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
