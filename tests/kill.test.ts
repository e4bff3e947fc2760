import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Installation, openInstallation } from './support/installation.ts';
import { copyMigratedFolder } from './support/migrated-folder.ts';
import { pdfPaper } from './support/papers.ts';
import { readEvents } from './support/read-events.ts';
import { type RunningServer, startRunningServer } from './support/running-server.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

let server: RunningServer;
let installation: Installation;
beforeAll(async () => {
  server = await startRunningServer({}, copyMigratedFolder);
  installation = await openInstallation(server);
});
afterAll(() => server.stop());

const restart = async (): Promise<void> => {
  await server.kill();
  await server.restart();
};
const mailAbout = (title: string) =>
  server.mailbox?.messages().filter(({ email }) => email.subject?.includes(title)) ?? [];

describe('a server that is killed', () => {
  const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

  test('between receiving and attaching an upload can attach it after a restart', async () => {
    const { itemIds } = await installation.draft();
    const bytes = await pdfPaper(40);
    const upload_id = await installation.upload({ name: 'Finance report.pdf', bytes });
    await restart();
    const home = { kind: 'agenda-item', id: itemIds[0] };
    const { document } = await installation.call('POST', '/ajax/documents', { upload_id, home });
    const served = await installation.admin.client.raw('GET', `/document/${document.id}`, {});
    expect(sha256(Buffer.from(await served.arrayBuffer()))).toBe(sha256(bytes));
  });

  test('while sealing a signed file stores exactly one complete sealed version', async () => {
    const { admin, sql } = installation;
    const { id } = await installation.draft({ title: 'Signed' });
    const signer = await installation.memberId(admin);
    const last_day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const requestIds: string[] = [];
    for (const nth of [1, 2, 3, 4, 5, 6]) {
      const document = await installation.paper(
        { meeting: id },
        { name: `Lease ${nth}.pdf`, bytes: await pdfPaper(9) },
      );
      const { request } = await installation.call('POST', '/ajax/signature-requests', {
        subject: { kind: 'document', id: document },
        signers: [{ member_id: signer, capacity: '' }],
        last_day,
        note: '',
      });
      const { version_id, sha256 } = request;
      const file = { request_id: request.id, version_id, sha256 };
      await installation.call('POST', '/ajax/signing/password', { file, password: admin.password });
      await installation.call('POST', `/ajax/signature-requests/${request.id}/sign`, {
        version_id,
        sha256,
        agrees: true,
      });
      requestIds.push(request.id);
      await pause(Math.random() * 1_500);
      await restart();
    }
    await vi.waitFor(
      async () => {
        const unsealed = `select from signature_requests where id = any($1::uuid[]) and sealed_at is null`;
        expect(await sql(unsealed, [requestIds])).toEqual([]);
      },
      { timeout: 180_000, interval: 250 },
    );
    const versions = await sql(
      `select count(*)::int as count, max(v.number) as newest, bool_or(v.sha256 = r.sealed_sha256) as is_sealed
       from signature_requests r join document_versions v on v.document_id = r.document_id
       where r.id = any($1::uuid[]) group by r.id`,
      [requestIds],
    );
    expect(versions).toEqual(requestIds.map(() => ({ count: 2, newest: 2, is_sealed: true })));
    const [board] = await sql('select id from boards');
    for (const request of requestIds) {
      const path = `/signature-requests/${request}/file?copy=signed&board=${board?.id}`;
      const bytes = Buffer.from(await (await admin.client.raw('GET', path, {})).arrayBuffer());
      const [row] = await sql(`select encode(sealed_sha256, 'hex') as hash from signature_requests where id = $1`, [
        request,
      ]);
      expect(sha256(bytes)).toBe(row?.hash);
    }
  });

  test('before sending queued mail sends it once after a restart', async () => {
    const held = server.mailbox?.holdNext();
    await installation.meeting({ title: 'Held on its way' });
    await held?.reached;
    await server.kill();
    held?.release();
    expect(mailAbout('Held on its way')).toEqual([]);
    await server.restart();
    await untilSent('Held on its way');
    expect(mailAbout('Held on its way')).toHaveLength(1);
  });

  test('before recording that mail was accepted sends it again with the same Message-ID', async () => {
    const title = 'Accepted and forgotten';
    // Another session locks the message's row, so the server cannot record the result after it has read the mail
    // server's 250.
    const noted = Promise.withResolvers<void>();
    let holding: Promise<unknown> = Promise.resolve();
    server.mailbox?.beforeNextReply(async () => {
      holding = installation.sql(`${lockRows}; select pg_sleep(100)`).catch(() => undefined);
      await untilRows("select from pg_locks where mode = 'RowShareLock' and relation = 'mail_messages'::regclass");
      noted.resolve();
    });
    await installation.meeting({ title });
    await noted.promise;
    await untilRows(
      "select from pg_stat_activity where wait_event_type = 'Lock' and query ilike 'update \"mail_messages\"%'",
    );
    expect(mailAbout(title)).toHaveLength(1);
    await server.kill();
    await installation.sql('select pg_terminate_backend(pid) from pg_stat_activity where query like $1', [
      `${lockRows}%`,
    ]);
    await holding;
    await server.restart();
    await untilSent(title);
    const ids = mailAbout(title).map(({ email }) => email.messageId);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });

  const lockRows = 'begin; select from mail_messages for update';
  const untilRows = (query: string) =>
    expect.poll(() => installation.sql(query), { timeout: 20_000 }).not.toHaveLength(0);
  /**
   * Waits for up to a minute, because a dead server's lease on a message and its lock on a job are not released at
   * once.
   */
  const untilSent = (title: string) => {
    const waiting = `select from mail_messages m join meetings t on t.id = m.subject_id where t.title = $1 and m.sent_at is null`;
    return expect.poll(() => installation.sql(waiting, [title]), { timeout: 60_000, interval: 250 }).toHaveLength(0);
  };
});

test('requests fail only with 503 while PostgreSQL restarts, and live updates and mail resume afterwards', async () => {
  const { client } = installation.admin;
  const stream = await readEvents(client);
  const { id } = await installation.meeting({ title: 'Before' });
  // The file's first line is the postmaster's process id. SIGINT requests a fast shutdown (PostgreSQL, “Shutting Down
  // the Server”).
  const [pid] = (await readFile(join(server.dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGINT');
  const statuses = new Set<number>();
  let isEnded = false;
  void stream.ended.then(() => {
    isEnded = true;
  });
  const health = async () => (await fetch(`${server.url}/health`)).status;
  while (!isEnded) {
    const [asked, healthy] = await Promise.all([client.call('GET', `/ajax/meetings/${id}`), health()]);
    statuses.add(asked.status).add(healthy);
  }
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);

  const again = await readEvents(client);
  await expect.poll(health, { timeout: 20_000 }).toBe(200);
  const after = await installation.meeting({ title: 'After' });
  await again.until((event) => event.noun === 'meeting' && event.id === after.id);
  await installation.mailAbout('After');
  expect(server.output()).not.toContain('Unhandled');
  again.end();
});
