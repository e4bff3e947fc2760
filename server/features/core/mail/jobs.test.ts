import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mailLabelKinds } from '#domain/mail.ts';
import { createApp } from '#server/app.ts';
import { sweepExpiredJob } from '#server/features/access/session/jobs.ts';
import { mailKinds, productJobs, userMailKinds } from '#server/features/jobs.ts';
import { createMailTransport, type MailTransport } from '#server/integrations/mail/transport.ts';
import { RetryAt } from '#server/jobs/worker.ts';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import { signIn, stranger, type TestClient } from '#tests/support/client.ts';
import { createTestContext, type TestContext } from '#tests/support/context.ts';
import {
  inBoard,
  type MadeBoard,
  type MadeMember,
  makeBoard,
  makeMeeting,
  makeMember,
  makeUser,
} from '#tests/support/factories.ts';
import { type Mailbox, type ReceivedMail, startMailbox } from '#tests/support/mailbox.ts';
import { queueUserMail } from './commands.ts';

let mailbox: Mailbox;
let transport: MailTransport;
let context: TestContext;
let app: FastifyInstance;
beforeAll(async () => {
  mailbox = await startMailbox();
  transport = createMailTransport({
    smtpUrl: mailbox.url,
    outboxDir: '/nonexistent',
    log: pino({ level: 'silent' }),
  });
  context = await createTestContext({}, { mail: transport });
  app = await createApp(context);
});
afterAll(async () => {
  await app?.close();
  await context?.stop();
  await transport?.close();
  await mailbox?.stop();
});

let board: MadeBoard;
let admin: TestClient;
let ben: MadeMember;
beforeEach(async () => {
  context.clock.set('2026-11-16T12:00:00Z');
  board = await makeBoard(context, { title: 'Harbour Trust', timeZone: 'Europe/Lisbon' });
  const adminMember = await makeMember(context, { board, isBoardAdmin: true });
  await mute(adminMember, 'meeting-invitations', 'meeting-changes');
  admin = await signIn(app, context, adminMember);
  ben = await makeMember(context, { board, firstName: 'Ben', lastName: 'Moser' });
});

async function mute(member: MadeMember, ...choices: readonly string[]): Promise<void> {
  const rows = choices.map((choice) => ({ board_id: board.id, member_id: member.id, choice }));
  await inBoard(context, board.id, (tx) => tx.insertInto('muted_mail').values(rows).execute());
}

/** Returns the id of Ben's message. */
async function publish(title = 'Winter meeting'): Promise<{ readonly mailId: string; readonly meetingId: string }> {
  const meeting = await makeMeeting(context, { board, title, state: 'draft' });
  await admin.post(`/ajax/meetings/${meeting.id}/publish`);
  const row = await inBoard(context, board.id, (tx) =>
    tx
      .selectFrom('mail_messages')
      .select('id')
      .where('subject_id', '=', meeting.id)
      .where('member_id', '=', ben.id)
      .executeTakeFirstOrThrow(),
  );
  return { mailId: row.id, meetingId: meeting.id };
}

const handler = () => {
  const job = productJobs(context).find(({ name }) => name === 'send-mail');
  if (!job) throw new Error('There is no such job.');
  return job;
};
const send = (mailId: string, isLast = false) =>
  handler().handle({ board_id: board.id, mail_id: mailId }, { attempt: 1, isLast });
const rowOf = (mailId: string) =>
  inBoard(context, board.id, (tx) =>
    tx.selectFrom('mail_messages').selectAll().where('id', '=', mailId).executeTakeFirstOrThrow(),
  );
const queueToUser = () =>
  context.db.transaction().execute(async (tx) => {
    await queueUserMail({ tx, now: context.clock.now() }, context.secrets, {
      kind: 'password-reset',
      userId: ben.userId ?? '',
      sealed: { token: 'a token' },
    });
    const { rows } = await sql<{ id: string }>`
      select id from gate.waiting_mail(${new Date('2100-01-01')}) where board_id is null order by id desc limit 1
    `.execute(tx);
    return rows[0]?.id ?? '';
  });
/** In the order of the ids. */
const mailRows = (ids: readonly string[]) =>
  asSuperuser(context, async (client) => {
    const { rows } = await client.query<{ failed_at: Date | null; last_error: string | null }>(
      'select m.* from mail_messages m where m.id = any($1) order by array_position($1::uuid[], m.id)',
      [ids],
    );
    return rows;
  });
const toBen = (): readonly ReceivedMail[] => mailbox.messages().filter((mail) => mail.recipients.includes(ben.email));
const headerOf = ({ email }: ReceivedMail, key: string) => email.headers.find((header) => header.key === key)?.value;

describe('a message of the queue', () => {
  test('while the mail server dawdles no connection is held, and another worker does not send it too', async () => {
    const { mailId } = await publish();
    const held = mailbox.holdNext();
    const sending = send(mailId);
    await held.reached;
    const open = await asSuperuser(context, async (client) => {
      const { rows } = await client.query(
        `select query from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
         and backend_type = 'client backend'`,
      );
      return rows;
    });
    expect(open).toEqual([]);
    await expect(send(mailId)).rejects.toBeInstanceOf(RetryAt);
    held.release();
    await sending;
    expect(toBen()).toHaveLength(1);
    expect(await rowOf(mailId)).toMatchObject({ attempts: 1, leased_until: null, last_error: null });
    await send(mailId);
    expect(toBen()).toHaveLength(1);
  });

  test('of ten workers at once one sends', async () => {
    const { mailId } = await publish();
    const ended = await Promise.allSettled(Array.from({ length: 10 }, () => send(mailId)));
    const refusals = ended.filter((each) => each.status === 'rejected').map((each) => each.reason);
    expect(refusals.every((reason) => reason instanceof RetryAt)).toBe(true);
    expect(toBen()).toHaveLength(1);
  });

  test('the lease of a server that died ends by itself; until then the job waits without losing an attempt', async () => {
    const { mailId } = await publish();
    const lease = (sql: string) =>
      asSuperuser(context, (client) =>
        client.query(`update mail_messages set leased_until = ${sql} where id = $1`, [mailId]),
      );
    await lease(`now() + interval '10 seconds'`);
    const refusal = await send(mailId).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(RetryAt);
    expect((refusal as RetryAt).at.getTime()).toBeGreaterThan(Date.now());
    // The job did not fail, but was rescheduled.
    await context.runJobs().catch(() => undefined);
    expect(toBen()).toHaveLength(0);
    await lease(`now() - interval '1 second'`);
    await send(mailId);
    expect(toBen()).toHaveLength(1);
  });

  test('a refused recipient ends it, with what the server said', async () => {
    const { mailId } = await publish();
    mailbox.refuse(ben.email, '5.1.1 No such mailbox');
    await send(mailId);
    const row = await rowOf(mailId);
    expect(row.failed_at).not.toBeNull();
    expect(row.last_error).toContain('5.1.1 No such mailbox');
    await send(mailId);
    expect((await rowOf(mailId)).attempts).toBe(1);
  });

  test('greylisting and a dropped connection put it off; it goes out once, under one Message-ID', async () => {
    const { mailId } = await publish();
    mailbox.greylistOnce();
    await expect(send(mailId)).rejects.toMatchObject({ replyCode: 451 });
    expect(await rowOf(mailId)).toMatchObject({ sent_at: null, failed_at: null, leased_until: null });
    expect((await rowOf(mailId)).last_error).toContain('Greylisted');
    mailbox.dropNextConnection();
    await expect(send(mailId)).rejects.toMatchObject({ failure: 'temporary' });
    await send(mailId);
    expect(toBen().map(({ email }) => email.messageId)).toEqual([`<${mailId}@dais.example>`]);
    expect(await rowOf(mailId)).toMatchObject({ attempts: 3, last_error: null });
  });

  test('after two days it is given up, and says why', async () => {
    const { mailId } = await publish();
    mailbox.greylistOnce();
    await send(mailId, true);
    expect((await rowOf(mailId)).failed_at).not.toBeNull();
  });

  test('what cannot even be written is tried again as any other, and with the last attempt it has failed', async () => {
    const { mailId } = await publish();
    const spoil = (set: string) =>
      asSuperuser(context, (client) => client.query(`update mail_messages set ${set} where id = $1`, [mailId]));
    await spoil(`kind = 'of-yesterday'`);
    await expect(send(mailId)).rejects.toThrow('of-yesterday');
    expect(await rowOf(mailId)).toMatchObject({ attempts: 1, failed_at: null, leased_until: null });
    // As after changing SECRET_KEY.
    await spoil(`kind = 'invitation', sealed = '\\x0102'`);
    await send(mailId, true);
    const row = await rowOf(mailId);
    expect(row).toMatchObject({ attempts: 2, failed_at: expect.any(Date), sealed: null });
    expect(row.last_error).not.toBe('');
  });

  test('mail to a user that cannot be written has failed with its last attempt, too', async () => {
    const mailId = await queueToUser();
    const job = productJobs(context).find(({ name }) => name === 'send-user-mail');
    await asSuperuser(context, (client) =>
      client.query(`update mail_messages set kind = 'of-yesterday' where id = $1`, [mailId]),
    );
    await expect(job?.handle({ mail_id: mailId }, { attempt: 1, isLast: false })).rejects.toThrow('of-yesterday');
    await job?.handle({ mail_id: mailId }, { attempt: 17, isLast: true });
    const [row] = await mailRows([mailId]);
    expect(row).toMatchObject({ failed_at: expect.any(Date), last_error: expect.stringContaining('of-yesterday') });
  });

  test('what the queue has lost has failed within two hours; what it still has, or what came just now, waits', async () => {
    const [lost, kept, fresh] = [await publish(), await publish('Kept'), await publish('Fresh')];
    const lostToUser = await queueToUser();
    await asSuperuser(context, async (client) => {
      // As after a crash in the last attempt.
      await client.query(`update graphile_worker._private_jobs set attempts = max_attempts where key = any($1)`, [
        [lost.mailId, lostToUser, fresh.mailId].map((id) => `mail:${id}`),
      ]);
      await client.query(`update mail_messages set queued_at = queued_at + interval '1 hour' where id = $1`, [
        fresh.mailId,
      ]);
    });
    context.clock.advance({ minutes: 61 });
    await productJobs(context)
      .find(({ name }) => name === 'give-up-mail')
      ?.handle({}, { attempt: 1, isLast: true });
    const rows = await mailRows([lost, kept, fresh].map(({ mailId }) => mailId).concat(lostToUser));
    expect(rows.map((row) => [row.failed_at !== null, row.last_error])).toEqual([
      [true, 'Its last attempt was cut off.'],
      [false, null],
      [false, null],
      [true, 'Its last attempt was cut off.'],
    ]);
  });

  test('whoever has lost the lease says nothing of it any more, except that it went out', async () => {
    const { mailId } = await publish();
    const held = mailbox.holdNext();
    mailbox.greylistOnce();
    const slow = send(mailId).catch((error: unknown) => error);
    await held.reached;
    await asSuperuser(context, (client) =>
      client.query(`update mail_messages set leased_until = now() - interval '1 second' where id = $1`, [mailId]),
    );
    const other = mailbox.holdNext();
    const quick = send(mailId);
    await other.reached;
    held.release();
    await slow;
    expect(await rowOf(mailId)).toMatchObject({ last_error: null, sent_at: null });
    other.release();
    await quick;
    expect((await rowOf(mailId)).sent_at).not.toBeNull();
  });

  test('all messages about one meeting stand in one thread, each under an id of its own', async () => {
    const { meetingId } = await publish();
    await admin.post(`/ajax/meetings/${meetingId}/cancel`);
    await context.runJobs();
    // The invitation is outdated; the cancellation is current.
    await admin.post(`/ajax/meetings/${meetingId}/restore`);
    await context.runJobs();
    const thread = `<meeting-${meetingId}@dais.example>`;
    expect(toBen().map((mail) => [mail.email.inReplyTo, headerOf(mail, 'references')])).toEqual([
      [thread, thread],
      [thread, thread],
    ]);
    expect(new Set(toBen().map(({ email }) => email.messageId)).size).toBe(2);
  });

  test('names and titles cannot add headers or recipients', async () => {
    ben = await makeMember(context, {
      board,
      firstName: 'Bea\r\nBcc: eve@example.org',
      lastName: '"><script>alert(1)</script>',
    });
    const { mailId } = await publish('Budget\r\nBcc: eve@example.org\r\n\r\n<b>body</b>');
    await send(mailId);
    const [mail] = toBen();
    expect(mail?.recipients).toEqual([ben.email]);
    expect(headerOf(mail as ReceivedMail, 'bcc')).toBeUndefined();
    expect(mail?.email.subject).toMatch(/^Budget Bcc: eve@example.org/);
    expect(mail?.email.html).not.toContain('<b>body</b>');
    expect(mail?.email.html).not.toContain('<script>');
    expect(mail?.email.text).toContain('<b>body</b>');
  });
});

describe('stopping a kind of mail', () => {
  const addressIn = (mail: ReceivedMail | undefined): string =>
    new URL(/<(.+)>/.exec(headerOf(mail as ReceivedMail, 'list-unsubscribe') ?? '')?.[1] ?? '').pathname;
  const oneClick = (path: string, type = 'application/x-www-form-urlencoded') =>
    app.inject({ method: 'POST', url: path, headers: { 'content-type': type }, payload: 'List-Unsubscribe=One-Click' });

  test('what is optional says how, in its headers and in words; one press stops it, by whatever mail program', async () => {
    const { mailId } = await publish();
    await send(mailId);
    const [mail] = toBen();
    const path = addressIn(mail);
    expect(headerOf(mail as ReceivedMail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(mail?.email.text).toContain(`https://dais.example${path}`);
    expect((await oneClick(path)).statusCode).toBe(200);
    expect((await oneClick(path, 'multipart/form-data; boundary=x')).statusCode).toBe(200);
    const second = await publish('Spring meeting');
    await send(second.mailId);
    expect(toBen()).toHaveLength(1);
    expect(await rowOf(second.mailId)).toMatchObject({ last_error: 'not wanted by the member', failed_at: null });
    const muted = await inBoard(context, board.id, (tx) =>
      tx.selectFrom('muted_mail').select('choice').where('member_id', '=', ben.id).execute(),
    );
    expect(muted).toEqual([{ choice: 'meeting-invitations' }]);
    const audits = await inBoard(context, board.id, (tx) =>
      tx.selectFrom('audit_entries').select('detail').where('action', '=', 'notifications.chosen').execute(),
    );
    expect(audits).toEqual([{ detail: { on: '', off: 'meeting-invitations', via: 'unsubscribe' } }]);
  });

  test('opening the address changes nothing; another secret, choice or member opens nothing', async () => {
    const { mailId } = await publish();
    await send(mailId);
    const path = addressIn(toBen()[0]);
    const [, , memberId = '', choice = '', secret = ''] = path.split('/');
    const visitor = stranger(app, context);
    expect((await visitor.get(`/ajax${path}`)).json.data).toMatchObject({
      board: { title: 'Harbour Trust' },
      label: 'Invitations to meetings',
      is_stopped: false,
    });
    for (const method of ['GET', 'HEAD'] as const) await app.inject({ method, url: path });
    expect((await visitor.get(`/ajax${path}`)).json.data.is_stopped).toBe(false);
    const other = await makeMember(context, { board });
    for (const wrong of [
      `/unsubscribe/${memberId}/reminders/${secret}`,
      `/unsubscribe/${other.id}/${choice}/${secret}`,
      `/unsubscribe/${memberId}/${choice}/u${'q'.repeat(52)}`,
    ]) {
      expect((await oneClick(wrong)).statusCode).toBe(404);
      expect((await visitor.get(`/ajax${wrong}`)).status).toBe(404);
    }
    expect((await oneClick(`/unsubscribe/${memberId}/required/${secret}`)).statusCode).toBe(404);
  });

  test('what is required cannot be stopped', async () => {
    const { meetingId } = await publish();
    await admin.post(`/ajax/meetings/${meetingId}/links/${ben.id}/renew`);
    await context.runJobs();
    const renewed = toBen().find(({ email }) => email.subject?.startsWith('New link'));
    expect(headerOf(renewed as ReceivedMail, 'list-unsubscribe')).toBeUndefined();
  });
});

describe('the delivery page', () => {
  async function siteAdmin(): Promise<TestClient> {
    const user = await makeUser(context, { firstName: 'Sita', lastName: 'Admin' });
    await asSuperuser(context, (client) =>
      client.query('update users set is_site_admin = true where id = $1', [user.id]),
    );
    return signIn(app, context, { userId: user.id, boardId: null });
  }

  test('site admins see what became of messages and why, and none of their contents', async () => {
    const { mailId } = await publish('Secret merger');
    mailbox.refuse(ben.email, '5.1.1 Unknown');
    await send(mailId);
    const site = await siteAdmin();
    const answer = await site.get('/ajax/site/mail?state=failed');
    const [found] = answer.json.data.messages;
    expect(found).toMatchObject({
      id: mailId,
      kind: 'meeting-published',
      board_title: 'Harbour Trust',
      recipient: ben.email,
      state: 'failed',
      attempts: 1,
      can: { resend: true },
    });
    expect(found.reason).toContain('5.1.1 Unknown');
    expect(answer.text).not.toContain('Secret merger');
    expect(answer.json.data.counts.failed).toBeGreaterThan(0);
    expect((await admin.get('/ajax/site/mail')).status).toBe(403);
  });

  test('M32 a site admin sends a message to themselves, and hears what the mail server says', async () => {
    const site = await siteAdmin();
    const before = mailbox.messages().length;
    const taken = (await site.post('/ajax/site/mail/test')).json.data;
    expect(taken).toEqual({ to: expect.any(String), outcome: 'accepted', said: expect.stringMatching(/^250 /) });
    const [arrived] = mailbox.messages().slice(before);
    expect([arrived?.recipients, arrived?.email.subject]).toEqual([[taken.to], 'Test message (Dais)']);
    mailbox.refuse(taken.to, '5.7.1 Relay access denied');
    const refused = (await site.post('/ajax/site/mail/test')).json.data;
    expect([refused.outcome, refused.said]).toEqual(['refused', expect.stringContaining('5.7.1 Relay access denied')]);
    expect((await admin.post('/ajax/site/mail/test')).status).toBe(403);
  });

  test('what has failed is sent again when asked, once, and written down', async () => {
    const { mailId } = await publish();
    mailbox.greylistOnce();
    await send(mailId, true);
    const site = await siteAdmin();
    const asked = await Promise.all(Array.from({ length: 5 }, () => site.post(`/ajax/site/mail/${mailId}/resend`)));
    expect(asked.filter(({ json }) => json.status === 'success')).toHaveLength(1);
    await send(mailId);
    expect(toBen().map(({ email }) => email.messageId)).toEqual([`<${mailId}@dais.example>`]);
    const audits = await inBoard(context, board.id, (tx) =>
      tx.selectFrom('audit_entries').select('subject_id').where('action', '=', 'mail.resent').execute(),
    );
    expect(audits).toEqual([{ subject_id: ben.id }]);
  });

  test('an invitation that has failed is renewed by its board, not sent again with a token that is gone', async () => {
    mailbox.refuse('pia@example.org');
    await admin.post('/ajax/people', { first_name: 'Pia', last_name: 'Vogt', email: 'pia@example.org' });
    await context.runJobs();
    const site = await siteAdmin();
    const { messages } = (await site.get('/ajax/site/mail?state=failed')).json.data;
    const invitation = messages.find((each: { recipient: string }) => each.recipient === 'pia@example.org');
    expect(invitation).toMatchObject({ kind: 'invitation', can: { resend: false } });
    const refusal = await site.post(`/ajax/site/mail/${invitation.id}/resend`);
    expect(refusal.json.msg).toContain('cannot be sent again');
  });

  test('its pages follow each other without a gap', async () => {
    const site = await siteAdmin();
    const rows = Array.from({ length: 60 }, () => ({
      ...{ board_id: board.id, member_id: ben.id, kind: 'x', queued_at: new Date('2027-01-01T00:00:00Z') },
    }));
    await inBoard(context, board.id, (tx) => tx.insertInto('mail_messages').values(rows).execute());
    const first = (await site.get('/ajax/site/mail?state=queued')).json.data;
    const { queued_at: before, id: before_id } = first.messages.at(-1);
    const query = new URLSearchParams({ state: 'queued', before, before_id });
    const next = (await site.get(`/ajax/site/mail?${query}`)).json.data;
    expect([first.has_more, first.messages.length]).toEqual([true, 50]);
    const seen = [...first.messages, ...next.messages].filter((each: { kind: string }) => each.kind === 'x');
    expect(new Set(seen.map((each: { id: string }) => each.id)).size).toBe(60);
    await inBoard(context, board.id, (tx) => tx.deleteFrom('mail_messages').where('kind', '=', 'x').execute());
  });

  test('every kind of mail has words there', () => {
    const kinds = [...mailKinds, ...userMailKinds].map(({ kind }) => kind);
    expect(mailLabelKinds.toSorted()).toEqual(kinds.toSorted());
  });
});

afterEach(async () => {
  await asSuperuser(context, (client) => client.query('delete from graphile_worker._private_jobs'));
});

test('what became of a message can be seen for 90 days; one that still waits stays', async () => {
  const sent = await publish('Long ago');
  await context.runJobs();
  const waiting = await publish('Waiting since');
  const kept = () =>
    asSuperuser(context, async (client) => {
      const { rows } = await client.query('select id from mail_messages where id = any($1) order by queued_at, id', [
        [sent.mailId, waiting.mailId],
      ]);
      return rows.map(({ id }) => id);
    });
  const sweep = () => sweepExpiredJob(context).handle({}, { attempt: 1, isLast: true });
  context.clock.advance({ minutes: 90 * 24 * 60 });
  await sweep();
  expect(await kept()).toEqual([sent.mailId, waiting.mailId]);
  context.clock.advance({ minutes: 1 });
  await sweep();
  expect(await kept()).toEqual([waiting.mailId]);
});
