import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Mailbox, startMailbox } from '#tests/support/mailbox.ts';
import type { MailMessage } from './message.ts';
import { createMailTransport, type MailTransport, requireTls } from './transport.ts';

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

describe('mail over SMTP', () => {
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

  test('contains text, HTML, Message-ID, thread headers and attachment', async () => {
    const calendar = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n';
    await expect(
      transport.send({
        ...message,
        headers: { 'List-Unsubscribe': '<https://boards.example/unsubscribe/x>' },
        thread: '<meeting-0@boards.example>',
        attachments: [
          { filename: 'meeting.ics', content: calendar, contentType: 'text/calendar; charset=utf-8; method=REQUEST' },
        ],
      }),
    ).resolves.toMatch(/^250 /);

    const { email, raw, recipients } = await mailbox.waitFor(({ email }) => email.messageId === message.messageId);
    expect(recipients).toEqual(['sunita@example.org']);
    expect(email.subject).toBe('November Board Meeting – réunion');
    expect(email.from).toMatchObject(message.from);
    expect(email.to).toMatchObject([message.to]);
    expect(email.text?.trim()).toBe(message.text);
    expect(email.html?.trim()).toBe(message.html);
    expect([email.inReplyTo, email.references]).toEqual(Array(2).fill('<meeting-0@boards.example>'));
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
    // Compares raw bytes, because the parser normalises line breaks.
    expect(raw).toContain(`\n${btoa(calendar)}`);
  });

  test('contains a cancelled calendar entry as an alternative to the text and as a file', async () => {
    const calendar = 'BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nEND:VCALENDAR\r\n';
    const contentType = 'text/calendar; charset=utf-8; method=CANCEL';
    const attachments = [{ filename: 'meeting.ics', content: calendar, contentType, cancelsEvent: true }];
    await transport.send({ ...message, attachments });
    const { raw } = await mailbox.waitFor(({ email }) => email.messageId === message.messageId);
    const [, boundary] = /Content-Type: multipart\/alternative;\s+boundary="(.+?)"/.exec(raw) ?? [];
    const types = raw.split(`--${boundary}`).map((part) => /^\r?\nContent-Type: (.+?)\r?\n/.exec(part)?.[1]);
    expect(types).toEqual([undefined, 'text/plain; charset=utf-8', 'text/html; charset=utf-8', contentType, undefined]);
    expect(raw).toMatch(/Content-Type: application\/ics; name=meeting\.ics/);
    expect(raw.split(btoa(calendar))).toHaveLength(3);
  });

  test('is not sent to a server without TLS if TLS is required', async () => {
    const smtpUrl = `${mailbox.url.replace('//', '//board:a-secret@')}?requireTLS=true`;
    const strict = createMailTransport({ smtpUrl, outboxDir: '/nonexistent', log });
    await expect(strict.send(message)).rejects.toMatchObject({ name: 'MailError', failure: 'temporary' });
    await strict.close();
    expect(mailbox.messages()).toEqual([]);
    expect(JSON.stringify(logged)).not.toContain('a-secret');
  });

  test('fails permanently with the reply code if a recipient is rejected', async () => {
    mailbox.refuse('sunita@example.org');
    await expect(transport.send(message)).rejects.toMatchObject({ failure: 'permanent', replyCode: 550 });
    expect(mailbox.messages()).toEqual([]);
  });

  test('fails temporarily if it is rejected by a policy, because the settings may be wrong', async () => {
    mailbox.refuse('sunita@example.org', '5.7.1 Relay access denied');
    await expect(transport.send(message)).rejects.toMatchObject({ failure: 'temporary', replyCode: 550 });
  });

  test('fails temporarily if the connection is dropped, and is not retried by the transport', async () => {
    mailbox.dropNextConnection();
    await expect(transport.send(message)).rejects.toMatchObject({ failure: 'temporary', replyCode: null });
    expect(mailbox.messages()).toEqual([]);
    await expect(transport.send(message)).resolves.toMatch(/^250 /);
  });

  test('can be verified without sending a message, and fails temporarily if the server is down', async () => {
    await expect(transport.verify()).resolves.toBeUndefined();
    expect(mailbox.messages()).toEqual([]);
    await mailbox.stop();
    const away = createMailTransport({ smtpUrl: mailbox.url, outboxDir: '/nonexistent', log });
    await expect(away.send(message)).rejects.toMatchObject({ failure: 'temporary', replyCode: null });
    await expect(away.verify()).rejects.toThrow('ECONNREFUSED');
    await away.close();
  });

  test('is logged with the Message-ID but without addresses if it is rejected', async () => {
    mailbox.refuse('sunita@example.org', '5.1.1 <sunita@example.org> unknown');
    await expect(transport.send(message)).rejects.toThrow('sunita@example.org');
    expect(logged).toEqual([
      { fields: { messageId: message.messageId, failure: 'permanent', replyCode: 550 }, text: 'mail not accepted' },
    ]);
  });
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
])('the SMTP URL %s becomes %s', (given, spoken) => {
  expect(requireTls(given)).toBe(spoken);
});
