import { createHash } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterEach, expect, test } from 'vitest';
import { type HttpClient, httpClient } from './support/http-client.ts';
import { copyMigratedFolder } from './support/migrated-folder.ts';
import { type RunningServer, startRunningServer } from './support/running-server.ts';

let server: RunningServer;
let client: HttpClient;

afterEach(() => server.stop());

/** A fresh installation with a draft that has one item; signed in as its admin. */
async function openInstallation(): Promise<{ readonly meetingId: string; readonly itemId: string }> {
  server = await startRunningServer({}, copyMigratedFolder);
  client = httpClient(server.url);
  await client.call('GET', '/ajax/start');
  const token = new URL(server.setupUrl ?? '').searchParams.get('token');
  const opened = await client.call('POST', '/ajax/setup', {
    ...{ token, first_name: 'Elena', last_name: 'Kowalczyk', email: 'elena@harbour.example', shortname: '' },
    ...{ password: 'correct horse battery', password_confirmation: 'correct horse battery' },
    ...{ board_title: 'Harbour Trust', time_zone: 'America/Halifax' },
  });
  expect(opened.json.status).toBe('success');
  const start = new Date(Date.now() + 5 * 86_400_000).toISOString();
  const made = await client.call('POST', '/ajax/meetings', {
    ...{ title: 'November', type: 'hybrid', start, end: start, location: '', join_url: '', description: '' },
    agenda_items: [{ title: 'Finance' }],
  });
  const { meeting } = made.json.data;
  return { meetingId: meeting.id, itemId: meeting.agenda_items[0].id };
}

async function paper(pages: number): Promise<Buffer> {
  const made = await PDFDocument.create();
  for (let page = 0; page < pages; page += 1) made.addPage().drawText(`Page ${page + 1}`);
  return Buffer.from(await made.save());
}

async function upload(name: string, bytes: Buffer): Promise<string> {
  const announced = await client.raw('POST', '/ajax/uploads', {
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
    },
  });
  const location = announced.headers.get('location') ?? '';
  const type = 'application/offset+octet-stream';
  const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': type };
  const received = await client.raw('PATCH', location, { body: bytes, headers });
  expect(received.status).toBe(204);
  return location.split('/').at(-1) ?? '';
}

const attach = (uploadId: string, itemId: string) =>
  client.call('POST', '/ajax/documents', { upload_id: uploadId, home: { kind: 'agenda-item', id: itemId } });

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function documentsOf(meetingId: string): Promise<readonly { readonly id: string }[]> {
  const { json } = await client.call('GET', `/ajax/meetings/${meetingId}`);
  return json.data.meeting.agenda_items.flatMap((item: { documents: { id: string }[] }) => item.documents);
}

test('killed between upload and save: the bytes that were acknowledged are there, and become the document', async () => {
  const { meetingId, itemId } = await openInstallation();
  const bytes = await paper(40);
  const uploadId = await upload('Finance report.pdf', bytes);
  await server.kill();
  await server.restart();
  const attached = await attach(uploadId, itemId);
  expect(attached.json.status).toBe('success');
  const [document] = await documentsOf(meetingId);
  const served = await client.raw('GET', `/document/${document?.id}`, {});
  expect(sha256(Buffer.from(await served.arrayBuffer()))).toBe(sha256(bytes));
}, 60_000);

test('killed while documents are being saved: every one that was acknowledged is there with its file, none without', async () => {
  const { meetingId, itemId } = await openInstallation();
  const files = await Promise.all([1, 2, 3, 4, 5, 6].map((pages) => paper(pages)));
  const ids = [];
  for (const [nth, bytes] of files.entries()) ids.push(await upload(`Paper ${nth}.pdf`, bytes));
  const acknowledged: string[] = [];
  const saving = ids.map(async (id) => {
    const answer = await attach(id, itemId).catch(() => null);
    if (answer?.json.status === 'success') acknowledged.push(answer.json.data.document.id);
  });
  await Promise.race(saving);
  await server.kill();
  await Promise.all(saving);
  await server.restart();
  const found = await documentsOf(meetingId);
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(found.map((document) => document.id)).toEqual(expect.arrayContaining(acknowledged));
  for (const document of found) {
    const served = await client.raw('GET', `/document/${document.id}`, {});
    const digest = sha256(Buffer.from(await served.arrayBuffer()));
    expect(files.map(sha256)).toContain(digest);
  }
}, 60_000);

test('killed after an acknowledged answer: the answer stands, and the invitation goes out, repeated at most under its own id', async () => {
  const { meetingId } = await openInstallation();
  await client.call('POST', `/ajax/meetings/${meetingId}/publish`, {});
  const answered = await client.call('POST', `/attendance/${meetingId}/r`, {});
  expect(answered.json).toEqual({ status: 'success', data: 'accepted-remote' });
  await server.kill();
  await server.restart();
  const { json } = await client.call('GET', `/ajax/meetings/${meetingId}`);
  expect(json.data.meeting.meeting_status.acceptance).toBe('accepted-remote');
  await server.mailbox?.waitFor((mail) => mail.recipients.includes('elena@harbour.example'), 30_000);
  const ids = server.mailbox?.messages().map((mail) => mail.email.messageId);
  expect(new Set(ids).size).toBe(1);
}, 60_000);
