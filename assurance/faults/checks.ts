import { createHash } from 'node:crypto';
import { readdir, readFile, utimes } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { PromisedMail } from './ledger.ts';
import type { Society } from './people.ts';
import type { World } from './world.ts';

const settledMsMax = 240_000;

export async function checkJobs({ installation }: Society): Promise<readonly string[]> {
  const until = Date.now() + settledMsMax;
  for (;;) {
    const waiting = await installation.sql(
      `select task_identifier as task, attempts, max_attempts, last_error from graphile_worker.jobs
       where run_at < now() + interval '10 minutes'`,
    );
    if (waiting.length === 0) break;
    if (Date.now() > until) return waiting.map((job) => `A job was not done: ${JSON.stringify(job)}`);
    // Runs the waiting jobs now, because their retries would take minutes.
    await installation.sql(
      `select graphile_worker.reschedule_jobs(array_agg(id), run_at => now())
       from graphile_worker.jobs where run_at > now() and locked_at is null and run_at < now() + interval '10 minutes'`,
    );
    await pause(500);
  }
  const unread = await installation.sql(
    `select filename from document_versions where filename like '%.pdf' and page_count is null`,
  );
  return unread.map(({ filename }) => `Nobody counted the pages of ${filename}.`);
}

export async function checkMail(
  { installation, parts }: Society,
  promised: readonly PromisedMail[],
): Promise<readonly string[]> {
  const wrong: string[] = [];
  const received = parts.server.mailbox?.messages() ?? [];
  for (const { to, about } of promised) {
    const copies = received.filter(
      ({ recipients, email }) =>
        recipients.includes(to) && (email.subject?.includes(about) === true || email.text?.includes(about) === true),
    );
    const ids = new Set(copies.map(({ email }) => email.messageId));
    if (ids.size !== 1) wrong.push(`${to} got ${copies.length} messages about ${about}, under ${ids.size} ids.`);
  }
  const unsent = await installation.sql(
    `select kind, last_error from mail_messages where sent_at is null and dropped_at is null`,
  );
  for (const mail of unsent) wrong.push(`A message was not sent: ${JSON.stringify(mail)}`);
  return wrong;
}

export async function checkFiles({ installation, parts }: Society): Promise<readonly string[]> {
  const wrong: string[] = [];
  const folder = join(parts.server.dataDir, 'files');
  const versions = await installation.sql(
    `select filename, storage_key, encode(sha256, 'hex') as digest from document_versions`,
  );
  for (const { filename, storage_key, digest } of versions) {
    const bytes = await readFile(join(folder, String(storage_key))).catch(() => null);
    if (bytes === null) wrong.push(`${filename} has a row and no file.`);
    else if (createHash('sha256').update(bytes).digest('hex') !== digest) wrong.push(`${filename} has other bytes.`);
  }
  for (const name of await filesBelow(folder)) await utimes(join(folder, name), anHourAgo(), anHourAgo());
  await runNow({ installation }, ['sweep-files', 'sweep-uploads']);
  const uploads = await installation.sql('select id from uploads');
  const waiting = uploads.flatMap(({ id }) => [`uploads/${id}`, `uploads/${id}.json`]);
  const kept = new Set([...versions.map(({ storage_key }) => String(storage_key)), ...waiting]);
  for (const name of await filesBelow(folder)) if (!kept.has(name)) wrong.push(`The file ${name} has no row.`);
  return wrong;
}

const anHourAgo = (): Date => new Date(Date.now() - 3_600_000);

async function filesBelow(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

async function runNow({ installation }: Pick<Society, 'installation'>, tasks: readonly string[]): Promise<void> {
  for (const task of tasks) await installation.sql('select graphile_worker.add_job($1)', [task]);
  const end = Date.now() + settledMsMax;
  const isLeft = async (): Promise<boolean> =>
    (await installation.sql(`select from graphile_worker.jobs where task_identifier = any($1)`, [tasks])).length > 0;
  while (await isLeft()) {
    if (Date.now() > end) throw new Error(`Not done: ${tasks.join(', ')}.`);
    await pause(200);
  }
}

export async function checkRows(world: World, since: Date): Promise<void> {
  const { society, ledger, poll, categoryId, deciding } = world;
  const { sql } = society.installation;
  const actions = [...new Set([...ledger.log.keys()].map((key) => key.split(' ')[1]))];
  const lines = await sql(
    `select member_id || ' ' || action as key, count(*)::int as count from audit_entries
     where at >= $1 and action = any($2) and member_id is not null group by 1`,
    [since, actions],
  );
  const written = new Map(lines.map(({ key, count }) => [String(key), Number(count)]));
  for (const key of new Set([...ledger.log.keys(), ...written.keys()])) {
    const [expected, found] = [ledger.log.get(key) ?? 0, written.get(key) ?? 0];
    if (expected !== found) ledger.lose(`The log holds ${found} lines of ${key}; ${expected} changes happened.`);
  }
  const never: readonly (readonly [sentence: string, query: string, value?: string])[] = [
    [
      'Somebody has no choice, or several, in a poll of one',
      `select r.member_id, count(c.option_id)::int as choices
       from poll_responses r left join poll_choices c using (board_id, poll_id, member_id)
       where r.poll_id = $1 group by 1 having count(c.option_id) <> 1`,
      poll.id,
    ],
    [
      'Somebody has more than one ballot',
      'select member_id from ballots where vote_id = $1 group by member_id having count(*) <> 1',
      deciding.voteId,
    ],
    [
      'Somebody is present twice',
      `select member_id from presences where meeting_id = $1 and left_at is null group by member_id having count(*) <> 1`,
      deciding.held,
    ],
    [
      'A vote was closed with a result that its ballots do not give',
      `select v.id from votes v where v.meeting_id = $1 and v.closed_at is not null
       and v.votes_for <> (select count(*) from ballots b where b.vote_id = v.id and b.choice = 'for')`,
      deciding.held,
    ],
    [
      'A folder has a wrong path',
      `select f.name from folders f left join folders parent on parent.id = f.parent_id
       where f.category_id = $1 and f.path <> coalesce(parent.path, '{}') || f.id`,
      categoryId,
    ],
    [
      'A document has no version',
      `select d.title from documents d where d.link_url is null
       and not exists (select from document_versions v where v.document_id = d.id)`,
    ],
  ];
  for (const [sentence, query, ...values] of never) {
    for (const row of await sql(query, values)) ledger.lose(`${sentence}: ${JSON.stringify(row)}`);
  }
  const [numbers] = await sql(
    `select count(*)::int as given, coalesce(max(sequence), 0)::int as latest,
       (select count(*)::int from votes where state = 'carried') as carried
     from resolution_numbers`,
  );
  if (numbers?.given !== numbers?.latest || numbers?.given !== numbers?.carried)
    ledger.lose(`Numbers of resolutions have a gap or are too few: ${JSON.stringify(numbers)}`);
}

export async function clearDesk({ society }: Pick<World, 'society'>): Promise<void> {
  const { sql } = society.installation;
  await sql(`update uploads set expires_at = now() where consumed_at is null`);
  await sql(`update audit_entries set at = at - interval '2 days' where action = 'person.invited'`);
  await sql(`update written_resolutions set state = 'withdrawn', decided_at = now()
             where state in ('draft', 'circulating') and created_at < now() - interval '2 minutes'`);
}
