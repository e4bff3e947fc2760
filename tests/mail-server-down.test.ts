import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { createMailTransport, type MailTransport } from '#server/integrations/mail/transport.ts';
import { asSuperuser } from './support/as-superuser.ts';
import { signIn } from './support/client.ts';
import { createTestContext, type TestContext } from './support/context.ts';
import { makeBoard, makeMeeting, makeMember } from './support/factories.ts';
import { type Mailbox, startMailbox } from './support/mailbox.ts';
import { freePort } from './support/server-process.ts';

const hourMinutes = 60;
let context: TestContext;
let transport: MailTransport;
let mailbox: Mailbox | undefined;
let port: number;

beforeAll(async () => {
  port = await freePort();
  const log = pino({ level: 'silent' });
  transport = createMailTransport({ smtpUrl: `smtp://127.0.0.1:${port}`, outboxDir: '/nonexistent', log });
  context = await createTestContext({}, { mail: transport });
});
afterAll(async () => {
  await context.stop();
  await transport.close();
  await mailbox?.stop();
});

/** Moves the queue's clock, which is PostgreSQL's, and the product's clock to the next job. Returns the minutes. */
async function moveToNextJob(): Promise<number> {
  const minutes = await asSuperuser(context, async (client) => {
    const { rows } = await client.query<{ minutes: number | null }>(
      `select extract(epoch from min(run_at) - now())::float8 / 60 as minutes from graphile_worker.jobs where task_identifier = 'send-mail'`,
    );
    const until = Math.max(0, rows[0]?.minutes ?? 0);
    await client.query(
      `select graphile_worker.reschedule_jobs(array[id], run_at => run_at - make_interval(secs => $1)) from graphile_worker.jobs`,
      [until * 60 + 1],
    );
    return until;
  });
  context.clock.advance({ minutes });
  return minutes;
}

test('every message is retried while the mail server is down for an hour, and is sent once', async () => {
  const app = await createApp(context);
  const board = await makeBoard(context);
  const admin = await signIn(app, context, await makeMember(context, { board, isBoardAdmin: true }));
  const members = [await makeMember(context, { board }), await makeMember(context, { board })];
  const meeting = await makeMeeting(context, { board, state: 'draft', title: 'Winter meeting' });
  expect((await admin.post(`/ajax/meetings/${meeting.id}/publish`)).status).toBe(200);

  let tries = 0;
  for (let minutes = 0; minutes < hourMinutes; minutes += await moveToNextJob()) {
    await expect(context.runJobs(['send-mail'])).rejects.toThrow(/ECONNREFUSED|connect/i);
    tries += 1;
  }
  expect(tries).toBeGreaterThan(5);
  mailbox = await startMailbox(port);
  await asSuperuser(context, (client) =>
    client.query('select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs'),
  );
  await context.runJobs(['send-mail']);

  const received = mailbox.messages();
  for (const { email } of members) {
    expect(received.filter(({ recipients }) => recipients.includes(email))).toHaveLength(1);
  }
  const ids = received.map(({ email }) => email.messageId);
  expect(new Set(ids).size).toBe(received.length);
  const left = await asSuperuser(context, async (client) => {
    const { rows } = await client.query(
      `select last_error from mail_messages where sent_at is null union all
       select last_error from graphile_worker.jobs where task_identifier = 'send-mail'`,
    );
    return rows;
  });
  expect(left).toEqual([]);
  await app.close();
});
