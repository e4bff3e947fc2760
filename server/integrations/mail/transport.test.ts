import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Mailbox, startMailbox } from '#tests/support/mailbox.ts';
import type { MailMessage } from './message.ts';
import { createMailTransport, insistingOnTls, type MailTransport } from './transport.ts';

const message: MailMessage = {
  messageId: '<meeting-1.member-2@boards.example>',
  to: { name: 'Sunita Rao', address: 'sunita@example.org' },
  from: { name: 'Harbour Street Housing Trust', address: 'board@boards.example' },
  subject: 'November Board Meeting – réunion',
  html: '<p>Will you attend?</p>',
  text: 'Will you attend?',
};

const logged: { fields: object; text: string }[] = [];
const log = {
  info: (fields: object, text: string) => void logged.push({ fields, text }),
  warn: (fields: object, text: string) => void logged.push({ fields, text }),
};

describe('mail by SMTP', () => {
  let mailbox: Mailbox;
  let transport: MailTransport;

  beforeEach(async () => {
    logged.length = 0;
    mailbox = await startMailbox();
    transport = createMailTransport({ smtpUrl: mailbox.url, outboxDir: '/nonexistent', log });
  });

  afterEach(async () => {
    await transport.close();
    await mailbox.stop();
  });

  test('a message arrives with both parts, its own Message-ID, its thread and its attachment', async () => {
    const calendar = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n';
    await expect(
      transport.send({
        ...message,
        headers: { 'List-Unsubscribe': '<https://boards.example/unsubscribe/x>' },
        inReplyTo: '<meeting-0@boards.example>',
        references: ['<meeting-0@boards.example>'],
        attachments: [
          { filename: 'meeting.ics', content: calendar, contentType: 'text/calendar; charset=utf-8; method=REQUEST' },
        ],
      }),
    ).resolves.toEqual({ accepted: true, said: expect.stringMatching(/^250 /) });

    const { email, raw, recipients } = await mailbox.waitFor(({ email }) => email.messageId === message.messageId);
    expect(recipients).toEqual(['sunita@example.org']);
    expect(email.subject).toBe('November Board Meeting – réunion');
    expect(email.from).toMatchObject(message.from);
    expect(email.to).toMatchObject([message.to]);
    expect(email.text?.trim()).toBe(message.text);
    expect(email.html?.trim()).toBe(message.html);
    expect(email.inReplyTo).toBe('<meeting-0@boards.example>');
    const headers = Object.fromEntries(email.headers.map(({ key, value }) => [key, value]));
    expect(headers).toMatchObject({
      'auto-submitted': 'auto-generated',
      'list-unsubscribe': '<https://boards.example/unsubscribe/x>',
    });
    expect(email.attachments).toHaveLength(1);
    expect(email.attachments[0]).toMatchObject({
      filename: 'meeting.ics',
      mimeType: 'text/calendar',
      method: 'REQUEST',
    });
    // Raw bytes, since the parser normalises line ends.
    expect(raw).toContain(`\n${btoa(calendar)}`);
  });

  test('where TLS is insisted on, a server that offers none gets nothing, neither message nor password', async () => {
    const insisting = new URL(mailbox.url);
    insisting.username = 'board';
    insisting.password = 'a-secret';
    insisting.searchParams.set('requireTLS', 'true');
    const strict = createMailTransport({ smtpUrl: insisting.href, outboxDir: '/nonexistent', log });
    await expect(strict.send(message)).rejects.toMatchObject({ name: 'MailError', failure: 'temporary' });
    await strict.close();
    expect(mailbox.messages()).toEqual([]);
    expect(JSON.stringify(logged)).not.toContain('a-secret');
  });

  test('a retry repeats the same Message-ID', async () => {
    await transport.send(message);
    await transport.send(message);
    expect(mailbox.messages().map(({ email }) => email.messageId)).toEqual([message.messageId, message.messageId]);
  });

  test('a refused recipient is a permanent failure with the reply code', async () => {
    mailbox.refuse('sunita@example.org');
    await expect(transport.send(message)).rejects.toMatchObject({ failure: 'permanent', replyCode: 550 });
    expect(mailbox.messages()).toEqual([]);
  });

  test('a refusal by policy is temporary: the settings may be wrong, and nothing may be lost', async () => {
    mailbox.refuse('sunita@example.org', '5.7.1 Relay access denied');
    await expect(transport.send(message)).rejects.toMatchObject({ failure: 'temporary', replyCode: 550 });
  });

  test('a greylisted message is a temporary failure and goes through the next time', async () => {
    mailbox.greylistOnce();
    await expect(transport.send(message)).rejects.toMatchObject({ failure: 'temporary', replyCode: 451 });
    await expect(transport.send(message)).resolves.toEqual({ accepted: true, said: expect.stringMatching(/^250 /) });
    expect(mailbox.messages()).toHaveLength(1);
  });

  test('a connection dropped in the middle is a temporary failure, not repeated behind the queue', async () => {
    mailbox.dropNextConnection();
    await expect(transport.send(message)).rejects.toMatchObject({ failure: 'temporary', replyCode: null });
    expect(mailbox.messages()).toEqual([]);
    await expect(transport.send(message)).resolves.toEqual({ accepted: true, said: expect.stringMatching(/^250 /) });
  });

  test('the server is tried without a message, and what it says against us is an error', async () => {
    await expect(transport.verify()).resolves.toBeUndefined();
    expect(mailbox.messages()).toEqual([]);
    await mailbox.stop();
    const away = createMailTransport({ smtpUrl: mailbox.url, outboxDir: '/nonexistent', log });
    await expect(away.verify()).rejects.toMatchObject({ name: 'MailError', message: /ECONNREFUSED/ });
    await away.close();
  });

  test('the log names the Message-ID and nobody', async () => {
    mailbox.refuse('sunita@example.org', '5.1.1 <sunita@example.org> unknown');
    await expect(transport.send(message)).rejects.toThrow('sunita@example.org');
    expect(logged).toEqual([
      { fields: { messageId: message.messageId, failure: 'permanent', replyCode: 550 }, text: 'mail not accepted' },
    ]);
  });

  test('waiting for mail that does not come fails, naming what came', async () => {
    await transport.send(message);
    await expect(mailbox.waitFor(({ email }) => email.subject === 'Another', 20)).rejects.toThrow('réunion');
  });
});

test('a mail server that is not there is a temporary failure', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => closed.once('listening', listening));
  const { port } = closed.address() as { port: number };
  await new Promise((done) => closed.close(done));

  const transport = createMailTransport({ smtpUrl: `smtp://127.0.0.1:${port}`, outboxDir: '/nonexistent', log });
  await expect(transport.send(message)).rejects.toMatchObject({ failure: 'temporary', replyCode: null });
  await transport.close();
});

test.each([
  ['smtp://mail.example', 'smtp://mail.example?requireTLS=true'],
  ['smtp://user:p%40ss@mail.example:587/', 'smtp://user:p%40ss@mail.example:587/?requireTLS=true'],
  ['smtps://mail.example', 'smtps://mail.example'],
  ['smtp://127.0.0.1:2525', 'smtp://127.0.0.1:2525'],
  ['smtp://localhost', 'smtp://localhost'],
  ['smtp://[::1]:25', 'smtp://[::1]:25'],
  ['smtp://127.example', 'smtp://127.example?requireTLS=true'],
  ['smtp://relay.internal?ignoreTLS=true', 'smtp://relay.internal?ignoreTLS=true'],
])('%s is spoken to as %s: TLS is insisted on where the mail leaves this machine', (given, spoken) => {
  expect(insistingOnTls(given)).toBe(spoken);
});
