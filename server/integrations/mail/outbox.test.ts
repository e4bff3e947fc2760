import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { MailMessage } from './message.ts';
import { createOutboxSender, readOutbox, readOutboxMessage } from './outbox.ts';
import { createMailTransport } from './transport.ts';

const log = { info: () => {}, warn: () => {} };
const message = (subject: string): MailMessage => ({
  messageId: `<${subject}@boards.example>`,
  to: { name: 'Sunita "Sunny" Rao', address: 'sunita@example.org' },
  from: { name: 'Board', address: 'board@boards.example' },
  subject,
  html: '<p>Grüße 👩‍👩‍👧</p>',
  text: 'Grüße 👩‍👩‍👧',
  attachments: [{ filename: '../../päper.ics', content: 'BEGIN:VCALENDAR\r\n', contentType: 'text/calendar' }],
});

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'outbox-')), 'outbox');
});
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

test('without SMTP_URL, a message becomes an .eml file that only its owner can read', async () => {
  const transport = createMailTransport({ smtpUrl: null, outboxDir: folder, log });
  await expect(transport.send(message('first'))).resolves.toBeNull();

  const names = await readdir(folder);
  expect(names).toEqual([expect.stringMatching(/^\d{8}T\d{9}Z-[0-9a-f]{12}\.eml$/)]);
  expect((await stat(join(folder, names[0] ?? ''))).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('the outbox lists complete messages, newest first', async () => {
  const sender = createOutboxSender(folder, () => new Date('2026-11-19T09:30:00Z'));
  for (const subject of ['first', 'second', 'third']) await sender.send(message(subject));

  const [newest, ...older] = await readOutbox(folder);
  expect(older.map(({ subject }) => subject)).toEqual(['second', 'first']);
  expect(newest).toMatchObject({
    subject: 'third',
    to: message('third').to,
    text: 'Grüße 👩‍👩‍👧',
    attachments: [{ filename: '..-..-päper.ics', contentType: 'text/calendar' }],
  });
  expect(newest?.html).toContain('Grüße 👩‍👩‍👧');
  expect(new TextDecoder().decode(newest?.attachments[0]?.content)).toBe('BEGIN:VCALENDAR\r\n');
  await expect(readOutboxMessage(folder, newest?.id ?? '')).resolves.toEqual(newest);
});

test('a cancelled calendar entry appears as a single attachment in the outbox', async () => {
  const content = 'BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nEND:VCALENDAR\r\n';
  const contentType = 'text/calendar; charset=utf-8; method=CANCEL';
  const attachments = [{ filename: 'meeting.ics', content, contentType, cancelsEvent: true }];
  await createOutboxSender(folder).send({ ...message('off'), attachments });
  const [sent] = await readOutbox(folder);
  expect(sent?.attachments.map(({ filename }) => filename)).toEqual(['meeting.ics']);
  expect(new TextDecoder().decode(sent?.attachments[0]?.content)).toBe(content);
});

test('foreign and incomplete files in the outbox are ignored', async () => {
  await expect(readOutbox(folder)).resolves.toEqual([]);
  await createOutboxSender(folder).send(message('only'));
  await writeFile(join(folder, '.20261119T093000000Z-0123456789ab.eml.part'), 'Subject: half');
  await writeFile(join(folder, 'notes.txt'), 'x');
  await expect(readOutbox(folder)).resolves.toHaveLength(1);
});

test('no message is found for an id that is not a file name in the outbox', async () => {
  await createOutboxSender(folder).send(message('only'));
  await writeFile(join(folder, '..', 'secret.eml'), 'Subject: secret');
  for (const id of ['../secret.eml', '', '.', '20261119T093000000Z-0123456789ab.eml']) {
    await expect(readOutboxMessage(folder, id)).resolves.toBeNull();
  }
});

test('sending to an unwritable outbox fails temporarily and leaves no partial file', async () => {
  const notAFolder = join(folder, '..', 'file');
  await writeFile(notAFolder, '');
  await chmod(notAFolder, 0o600);
  await expect(createOutboxSender(notAFolder).send(message('x'))).rejects.toMatchObject({ failure: 'temporary' });
  expect(await readdir(join(folder, '..'))).toEqual(['file']);
});
