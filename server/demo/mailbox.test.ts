import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { errorResponse } from '#server/http/error-handler.ts';
import { addSecurityHeaders } from '#server/http/security-headers.ts';
import { createOutboxSender } from '#server/integrations/mail/outbox.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { addDemoPages } from './own-pages.ts';

const dataDir = testFolder();
let app: FastifyInstance;

beforeAll(async () => {
  const context = { config: readConfig({ DATA_DIR: dataDir }, 'demo') } as Context;
  app = Fastify();
  app.setErrorHandler(errorResponse);
  await addSecurityHeaders(app, context);
  addDemoPages(app, context);
  const sender = createOutboxSender(join(dataDir, 'outbox'));
  await sender.send(message('First'));
  await sender.send(message('<script>alert(1)</script> & "Second"'));
});

afterAll(() => app.close());

const message = (subject: string) => ({
  messageId: `<${Math.random()}@dais.example>`,
  to: { name: '<b>Ruth</b>', address: 'ruth.okafor@harbour-street.example' },
  from: { name: 'Harbour Street', address: 'no-reply@dais.example' },
  subject,
  html: '<!doctype html><html><head><title>t</title></head><body><script>alert(1)</script><a href="https://dais.example/">Open</a></body></html>',
  text: 'Plain <i>words</i>',
  attachments: [
    { filename: 'meeting.ics', contentType: 'text/calendar', content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' },
  ],
});

const get = (url: string, host = 'localhost:3000') => app.inject({ url, headers: { host } });
const addresses = async () =>
  [...(await get('/demo/mailbox')).body.matchAll(/href="(\/demo\/mailbox\/[^"]+)"/g)].map((found) => found[1] ?? '');

test('the demo mailbox lists messages newest first and escapes their text', async () => {
  const { body } = await get('/demo/mailbox');
  expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Second&quot;');
  expect(body).toContain('&lt;b&gt;Ruth&lt;/b&gt;');
  expect(body).not.toContain('<script');
  expect(body.indexOf('Second')).toBeLessThan(body.indexOf('First'));
});

test('a demo message is displayed in a sandbox without scripts', async () => {
  const [newest = ''] = await addresses();
  const shown = await get(newest);
  expect(shown.body).toContain(
    `<iframe title="Message" src="${newest}/html" sandbox="allow-popups allow-popups-to-escape-sandbox">`,
  );
  const framed = await get(`${newest}/html`);
  expect(framed.body).toContain('<base target="_blank">');
  expect(framed.headers['content-security-policy']).toContain('sandbox allow-popups allow-popups-to-escape-sandbox');
  expect(framed.headers['content-security-policy']).not.toContain('script-src');
  expect(framed.headers['content-security-policy']).toContain("default-src 'none'");
  expect(framed.headers['x-frame-options']).toBe('SAMEORIGIN');
});

test('the text part of a demo message is escaped, and its attachments are sent as downloads', async () => {
  const [newest = ''] = await addresses();
  expect((await get(`${newest}?part=text`)).body).toContain('Plain &lt;i&gt;words&lt;/i&gt;');
  const attachment = await get(`${newest}/attachments/0`);
  expect(attachment.headers['content-disposition']).toBe("attachment; filename*=UTF-8''meeting.ics");
  expect(attachment.body).toBe('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n');
  expect((await get(`${newest}/attachments/1`)).statusCode).toBe(404);
});

test('the demo pages return 404 for other hosts, unknown messages and files outside their folder', async () => {
  expect((await get('/demo/mailbox', 'mail.attacker.example')).statusCode).toBe(404);
  expect((await get('/demo/mailbox/20200101T000000000Z-000000000000.eml')).statusCode).toBe(404);
  expect((await get('/demo/fonts/..%2ftokens.css')).statusCode).toBe(404);
});

test('outside demo mode, there is no mailbox, and adding the demo pages throws an error', async () => {
  const real = Fastify();
  const context = { config: readConfig({ DATA_DIR: dataDir }, 'serve') } as Context;
  expect(() => addDemoPages(real, context)).toThrow('Pages under /demo belong to the demonstration.');
  expect((await real.inject('/demo/mailbox')).statusCode).toBe(404);
});

test('only the demo has a plans page and a contact page', async () => {
  const { links } = readConfig({ DATA_DIR: dataDir }, 'demo');
  for (const [name, url] of Object.entries({ plans: links.plans, contact: links.contact })) {
    expect(url).toBe(`http://localhost:3000/demo/${name}`);
    const page = await get(new URL(url ?? '').pathname);
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.body).toMatch(/<h1>[A-Z]/);
    expect(page.body).toContain(`<a href="/demo/${name}" aria-current="page">`);
    expect((await get(`/demo/${name}`, 'help.attacker.example')).statusCode).toBe(404);
  }
  expect(readConfig({ DATA_DIR: dataDir }, 'serve').links).toMatchObject({ plans: null, contact: null });
});
