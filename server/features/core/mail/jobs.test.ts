import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import mailLabels from '#domain/mail-labels.json' with { type: 'json' };
import { sweepExpiredJob } from '#server/features/access/session/jobs.ts';
import { mailKinds, outsiderMailKinds, productJobs, userMailKinds } from '#server/features/jobs.ts';
import { createMailTransport, type MailTransport } from '#server/integrations/mail/transport.ts';
import { RetryAt } from '#server/jobs/worker.ts';
import { boardStage } from '#tests/support/board-stage.ts';
import { type Mailbox, type ReceivedMail, startMailbox } from '#tests/support/mailbox.ts';
import { signInSiteAdmin } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';
import { queueUserMail } from './commands.ts';

let mailbox: Mailbox;
let transport: MailTransport;
const mail: MailTransport = {
  send: (message) => transport.send(message),
  verify: () => transport.verify(),
  close: () => transport.close(),
};
beforeAll(async () => {
  mailbox = await startMailbox();
  transport = createMailTransport({ smtpUrl: mailbox.url, outboxDir: '/nonexistent', log: pino({ level: 'silent' }) });
});
afterAll(async () => {
  await transport?.close();
  await mailbox?.stop();
});
const server = testApp({}, { mail });
const { board, adminMember, member: ben, admin } = boardStage(server);
beforeEach(async () => {
  const muted = { board_id: board.id, member_id: adminMember.id };
  const choices = ['meeting-invitations', 'meeting-changes'].map((choice) => ({ ...muted, choice }));
  await server.inBoard(board.id, (tx) => tx.insertInto('muted_mail').values(choices).execute());
});
afterEach(() => server.sql('delete from graphile_worker._private_jobs'));

async function publish(title = 'Winter meeting'): Promise<string> {
  const meeting = await server.make.meeting({ board, title, state: 'draft' });
  await admin.post(`/ajax/meetings/${meeting.id}/publish`);
  const [row] = await server.sql<{ id: string }>(
    'select id from mail_messages where subject_id = $1 and member_id = $2',
    [meeting.id, ben.id],
  );
  return row?.id ?? '';
}

function runJob(name: string, payload: Readonly<Record<string, string>>, isLast = false) {
  const job = productJobs(server.context).find((each) => each.name === name);
  if (!job) throw new Error('There is no such job.');
  return job.handle(payload, { attempt: 1, isLast });
}
const send = (mailId: string, isLast = false) => runJob('send-mail', { board_id: board.id, mail_id: mailId }, isLast);
async function queueToUser(): Promise<string> {
  const { db, clock, secrets } = server.context;
  const message = { kind: 'password-reset', userId: ben.userId ?? '', sealed: { token: 'a token' } } as const;
  await db.transaction().execute((tx) => queueUserMail({ tx, now: clock.now() }, secrets, message));
  const [row] = await server.sql<{ id: string }>(
    'select id from mail_messages where board_id is null and user_id = $1',
    [ben.userId],
  );
  return row?.id ?? '';
}
const rowsOf = (...ids: readonly string[]) =>
  server.sql('select m.* from mail_messages m where m.id = any($1) order by array_position($1::uuid[], m.id)', [ids]);
const rowOf = async (mailId: string) => (await rowsOf(mailId))[0];
const update = (mailId: string, set: string) => server.sql(`update mail_messages set ${set} where id = $1`, [mailId]);
const toBen = (): readonly ReceivedMail[] => mailbox.messages().filter((each) => each.recipients.includes(ben.email));
const headerOf = (each: ReceivedMail | undefined, key: string) =>
  each?.email.headers.find((header) => header.key === key)?.value;
const logged = (action: string) =>
  server.sql('select subject_id, detail from audit_entries where board_id = $1 and action = $2', [board.id, action]);

describe('a queued message', () => {
  test('is sent by only one worker and without an open transaction, even if the mail server is slow', async () => {
    const mailId = await publish();
    const held = mailbox.holdNext();
    const sending = send(mailId);
    await held.reached;
    const open = await server.sql(
      `select query from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
         and backend_type = 'client backend'`,
    );
    expect(open).toEqual([]);
    await expect(send(mailId)).rejects.toBeInstanceOf(RetryAt);
    held.release();
    await sending;
    expect(await rowOf(mailId)).toMatchObject({ attempts: 1, leased_until: null, last_error: null });
    await send(mailId);
    expect(toBen()).toHaveLength(1);
  });

  test('is sent once even if ten workers start at the same time', async () => {
    const mailId = await publish();
    const ended = await Promise.allSettled(Array.from({ length: 10 }, () => send(mailId)));
    const rejections = ended.filter((each) => each.status === 'rejected').map((each) => each.reason);
    expect(rejections.every((reason) => reason instanceof RetryAt)).toBe(true);
    expect(toBen()).toHaveLength(1);
  });

  test('waits until the lease of a dead server has expired', async () => {
    const mailId = await publish();
    await update(mailId, `leased_until = now() + interval '10 seconds'`);
    const rejection = await send(mailId).catch((error: unknown) => error);
    expect(rejection).toBeInstanceOf(RetryAt);
    expect((rejection as RetryAt).at.getTime()).toBeGreaterThan(Date.now());
    await server.context.runJobs().catch(() => undefined);
    expect(toBen()).toHaveLength(0);
    await update(mailId, `leased_until = now() - interval '1 second'`);
    await send(mailId);
    expect(toBen()).toHaveLength(1);
  });

  test('fails with the mail server’s reply if the recipient is rejected', async () => {
    const mailId = await publish();
    mailbox.refuse(ben.email, '5.1.1 No such mailbox');
    await send(mailId);
    await send(mailId);
    expect(await rowOf(mailId)).toMatchObject({
      attempts: 1,
      failed_at: expect.any(Date),
      last_error: expect.stringContaining('5.1.1 No such mailbox'),
    });
  });

  test('is retried after greylisting and a dropped connection, and sent once with one Message-ID', async () => {
    const mailId = await publish();
    mailbox.greylistOnce();
    await expect(send(mailId)).rejects.toMatchObject({ replyCode: 451 });
    const last_error = expect.stringContaining('Greylisted');
    expect(await rowOf(mailId)).toMatchObject({ sent_at: null, failed_at: null, leased_until: null, last_error });
    mailbox.dropNextConnection();
    await expect(send(mailId)).rejects.toMatchObject({ failure: 'temporary' });
    await send(mailId);
    expect(toBen().map(({ email }) => email.messageId)).toEqual([`<${mailId}@dais.example>`]);
    expect(await rowOf(mailId)).toMatchObject({ attempts: 3, last_error: null });
  });

  test('is retried if it cannot be rendered, and fails after the last attempt', async () => {
    const mailId = await publish();
    await update(mailId, `kind = 'of-yesterday'`);
    await expect(send(mailId)).rejects.toThrow('of-yesterday');
    expect(await rowOf(mailId)).toMatchObject({ attempts: 1, failed_at: null, leased_until: null });
    // Simulates contents that are unreadable because SECRET_KEY has changed.
    await update(mailId, `kind = 'invitation', sealed = '\\x0102'`);
    await send(mailId, true);
    const row = await rowOf(mailId);
    expect(row).toMatchObject({ attempts: 2, failed_at: expect.any(Date), sealed: null });
    expect(row?.last_error).not.toBe('');
  });

  test('to a user without a board is retried if it cannot be rendered, and fails after the last attempt', async () => {
    const mailId = await queueToUser();
    await update(mailId, `kind = 'of-yesterday'`);
    await expect(runJob('send-user-mail', { mail_id: mailId })).rejects.toThrow('of-yesterday');
    await runJob('send-user-mail', { mail_id: mailId }, true);
    const last_error = expect.stringContaining('of-yesterday');
    expect(await rowOf(mailId)).toMatchObject({ failed_at: expect.any(Date), last_error });
  });

  test('fails an hour after it was queued if its job has no attempts left', async () => {
    const [lost, kept, fresh] = [await publish(), await publish('Kept'), await publish('Fresh')];
    const lostToUser = await queueToUser();
    await server.sql(`update graphile_worker._private_jobs set attempts = max_attempts where key = any($1)`, [
      [lost, lostToUser, fresh].map((id) => `mail:${id}`),
    ]);
    await update(fresh, `queued_at = queued_at + interval '1 hour'`);
    server.context.clock.advance({ minutes: 61 });
    await runJob('give-up-mail', {}, true);
    const rows = await rowsOf(lost, kept, fresh, lostToUser);
    const cutOff = [true, 'The last attempt was interrupted.'];
    expect(rows.map((row) => [row.failed_at !== null, row.last_error])).toEqual([
      cutOff,
      [false, null],
      [false, null],
      cutOff,
    ]);
  });

  test('is not affected by the result of a worker whose lease has expired', async () => {
    const mailId = await publish();
    const held = mailbox.holdNext();
    mailbox.greylistOnce();
    const slow = send(mailId).catch((error: unknown) => error);
    await held.reached;
    await update(mailId, `leased_until = now() - interval '1 second'`);
    const other = mailbox.holdNext();
    const quick = send(mailId);
    await other.reached;
    held.release();
    await slow;
    expect(await rowOf(mailId)).toMatchObject({ last_error: null, sent_at: null });
    other.release();
    await quick;
    expect((await rowOf(mailId))?.sent_at).toBeInstanceOf(Date);
  });

  test('is deleted 90 days after it was sent, and kept while it waits', async () => {
    const sent = await publish('Long ago');
    await server.context.runJobs();
    const waiting = await publish('Waiting since');
    const keptAfter = async (minutes: number) => {
      server.context.clock.advance({ minutes });
      await sweepExpiredJob(server.context).handle({}, { attempt: 1, isLast: true });
      return (await rowsOf(sent, waiting)).map(({ id }) => id);
    };
    expect(await keptAfter(90 * 24 * 60)).toEqual([sent, waiting]);
    expect(await keptAfter(1)).toEqual([waiting]);
  });
});

describe('unsubscribing', () => {
  const addressIn = (message: ReceivedMail | undefined): string =>
    new URL(/<(.+)>/.exec(headerOf(message, 'list-unsubscribe') ?? '')?.[1] ?? '').pathname;
  const oneClick = (url: string, type = 'application/x-www-form-urlencoded') =>
    server.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': type },
      payload: 'List-Unsubscribe=One-Click',
    });

  test('takes a single request, which any email program can send', async () => {
    await send(await publish());
    const [message] = toBen();
    const path = addressIn(message);
    expect(headerOf(message, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(message?.email.text).toContain(`https://dais.example${path}`);
    expect((await oneClick(path)).statusCode).toBe(200);
    expect((await oneClick(path, 'multipart/form-data; boundary=x')).statusCode).toBe(200);
    const second = await publish('Spring meeting');
    await send(second);
    expect(toBen()).toHaveLength(1);
    expect(await rowOf(second)).toMatchObject({ last_error: 'switched off by the member', failed_at: null });
    const muted = await server.sql('select choice from muted_mail where member_id = $1', [ben.id]);
    expect(muted).toEqual([{ choice: 'meeting-invitations' }]);
    const detail = { on: '', off: 'meeting-invitations', via: 'unsubscribe' };
    expect(await logged('notifications.chosen')).toMatchObject([{ detail }]);
  });

  test('shows a page that names the kind of email, and requires the secret for that kind', async () => {
    await send(await publish());
    const path = addressIn(toBen()[0]);
    const [, , memberId = '', choice = '', secret = ''] = path.split('/');
    const visitor = server.stranger();
    expect((await visitor.get(`/ajax${path}`)).json.data).toMatchObject({
      board: { title: 'Harbour Trust' },
      label: 'Invitations to meetings',
      is_stopped: false,
    });
    for (const wrong of [
      `/unsubscribe/${memberId}/reminders/${secret}`,
      `/unsubscribe/${memberId}/required/${secret}`,
      `/unsubscribe/${memberId}/${choice}/u${'q'.repeat(52)}`,
    ]) {
      expect((await oneClick(wrong)).statusCode).toBe(404);
      expect((await visitor.get(`/ajax${wrong}`)).status).toBe(404);
    }
  });
});

describe('the delivery page', () => {
  const siteAdmin = async () => (await signInSiteAdmin(server)).client;

  test('shows the outcome of each message and the reason, but not the contents', async () => {
    const id = await publish('Secret merger');
    mailbox.refuse(ben.email, '5.1.1 Unknown');
    await send(id);
    const { text, json } = await (await siteAdmin()).get('/ajax/site/mail?state=failed');
    const [message] = json.data.messages;
    const about = { id, kind: 'meeting-published', board_title: 'Harbour Trust', recipient: ben.email };
    expect(message).toMatchObject({ ...about, state: 'failed', attempts: 1, can: { resend: true } });
    expect(message.reason).toContain('5.1.1 Unknown');
    expect(text).not.toContain('Secret merger');
    expect(json.data.counts.failed).toBeGreaterThan(0);
  });

  test('sends a site admin a test message and shows the reply of the mail server', async () => {
    const site = await siteAdmin();
    const before = mailbox.messages().length;
    const accepted = (await site.post('/ajax/site/mail/test')).json.data;
    expect(accepted).toEqual({ to: expect.any(String), outcome: 'accepted', reply: expect.stringMatching(/^250 /) });
    const [arrived] = mailbox.messages().slice(before);
    expect([arrived?.recipients, arrived?.email.subject]).toEqual([[accepted.to], 'Test message (Dais)']);
    mailbox.refuse(accepted.to, '5.7.1 Relay access denied');
    const rejected = (await site.post('/ajax/site/mail/test')).json.data;
    expect([rejected.outcome, rejected.reply]).toEqual([
      'refused',
      expect.stringContaining('5.7.1 Relay access denied'),
    ]);
  });

  test('can resend a failed message only once, and the board’s log records this', async () => {
    const mailId = await publish();
    mailbox.greylistOnce();
    await send(mailId, true);
    expect((await rowOf(mailId))?.failed_at).toBeInstanceOf(Date);
    const site = await siteAdmin();
    const asked = await Promise.all(Array.from({ length: 5 }, () => site.post(`/ajax/site/mail/${mailId}/resend`)));
    expect(asked.filter(({ json }) => json.status === 'success')).toHaveLength(1);
    await send(mailId);
    expect(toBen().map(({ email }) => email.messageId)).toEqual([`<${mailId}@dais.example>`]);
    expect(await logged('mail.resent')).toMatchObject([{ subject_id: ben.id }]);
  });

  test('cannot resend a failed invitation, because its token is deleted', async () => {
    const email = 'pia@example.org';
    mailbox.refuse(email);
    await admin.post('/ajax/people', { first_name: 'Pia', last_name: 'Vogt', email });
    await server.context.runJobs();
    const site = await siteAdmin();
    const { messages } = (await site.get('/ajax/site/mail?state=failed')).json.data;
    const invitation = messages.find(({ recipient }: { recipient: string }) => recipient === email);
    expect(invitation).toMatchObject({ kind: 'invitation', can: { resend: false } });
    const rejection = await site.post(`/ajax/site/mail/${invitation.id}/resend`);
    expect(rejection.json.msg).toContain('cannot be sent again');
  });

  test('lists all messages page by page', async () => {
    const site = await siteAdmin();
    const message = { board_id: board.id, member_id: ben.id, kind: 'x', queued_at: new Date('2027-01-01T00:00:00Z') };
    const rows = Array.from({ length: 60 }, () => message);
    await server.inBoard(board.id, (tx) => tx.insertInto('mail_messages').values(rows).execute());
    const first = (await site.get('/ajax/site/mail?state=queued')).json.data;
    const { queued_at: before, id: before_id } = first.messages.at(-1);
    const query = new URLSearchParams({ state: 'queued', before, before_id });
    const next = (await site.get(`/ajax/site/mail?${query}`)).json.data;
    expect([first.has_more, first.messages.length]).toEqual([true, 50]);
    const seen = [...first.messages, ...next.messages].filter(({ kind }: { kind: string }) => kind === 'x');
    expect(new Set(seen.map(({ id }: { id: string }) => id)).size).toBe(60);
    await server.inBoard(board.id, (tx) => tx.deleteFrom('mail_messages').where('kind', '=', 'x').execute());
  });

  test('has a label for every kind of email', () => {
    const kinds = [...mailKinds, ...outsiderMailKinds, ...userMailKinds].map(({ kind }) => kind);
    expect(Object.keys(mailLabels).toSorted()).toEqual(kinds.toSorted());
  });
});
