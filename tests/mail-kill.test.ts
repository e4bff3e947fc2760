import { afterEach, expect, test } from 'vitest';
import { type Installation, openInstallation } from './support/installation.ts';
import type { ReceivedMail } from './support/mailbox.ts';
import { copyMigratedFolder } from './support/migrated-folder.ts';
import { type RunningServer, startRunningServer } from './support/running-server.ts';

let server: RunningServer;
let installation: Installation;
afterEach(() => server?.stop());

/** A server that has died holds its message for so long, and its job until the others have noticed. */
const takenOverMsMax = 60_000;

async function open(): Promise<NonNullable<RunningServer['mailbox']>> {
  server = await startRunningServer({}, copyMigratedFolder);
  installation = await openInstallation(server);
  if (server.mailbox === null) throw new Error('There is no mailbox.');
  return server.mailbox;
}

const isAbout = (title: string) => (mail: ReceivedMail) => mail.email.subject?.includes(title) === true;

async function untilSent(title: string): Promise<void> {
  const until = Date.now() + takenOverMsMax;
  for (;;) {
    const [row] = await installation.sql(
      `select count(*)::int as waiting from mail_messages m join meetings t on t.id = m.subject_id where t.title = $1 and m.sent_at is null`,
      [title],
    );
    if (row?.waiting === 0) return;
    if (Date.now() > until) throw new Error(`Mail about ${title} still waits.`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

test('killed between the commit and the sending a message goes out once; between the mail server’s 250 and our commit twice, under one Message-ID', async () => {
  const mailbox = await open();
  const about = (title: string) => mailbox.messages().filter(isAbout(title));

  const held = mailbox.holdNext();
  await installation.meeting({ title: 'Held on its way' });
  await held.reached;
  await server.kill();
  held.release();
  expect(about('Held on its way')).toEqual([]);
  await server.restart();
  await untilSent('Held on its way');
  expect(about('Held on its way')).toHaveLength(1);

  // The message's row is held by another session, so that what notes its end must wait; by then the 250 has been read.
  const noted = Promise.withResolvers<void>();
  let holding: Promise<unknown> = Promise.resolve();
  mailbox.beforeNextReply(async () => {
    holding = installation.sql(`${holdRows}; select pg_sleep(100)`).catch(() => undefined);
    await untilRows("select from pg_locks where mode = 'RowShareLock' and relation = 'mail_messages'::regclass");
    noted.resolve();
  });
  await installation.meeting({ title: 'Accepted and forgotten' });
  await noted.promise;
  await untilRows(
    "select from pg_stat_activity where wait_event_type = 'Lock' and query ilike 'update \"mail_messages\"%'",
  );
  expect(about('Accepted and forgotten')).toHaveLength(1);
  await server.kill();
  await installation.sql('select pg_terminate_backend(pid) from pg_stat_activity where query like $1', [
    `${holdRows}%`,
  ]);
  await holding;
  await server.restart();
  await untilSent('Accepted and forgotten');
  const ids = about('Accepted and forgotten').map(({ email }) => email.messageId);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
}, 240_000);

const holdRows = 'begin; select from mail_messages for update';

async function untilRows(query: string): Promise<void> {
  const until = Date.now() + 20_000;
  while ((await installation.sql(query)).length === 0) {
    if (Date.now() > until) throw new Error(`Nothing came of: ${query}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
