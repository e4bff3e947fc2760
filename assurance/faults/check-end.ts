import { createHash } from 'node:crypto';
import { readdir, readFile, utimes } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { PromisedMail } from './ledger.ts';
import type { Society } from './people.ts';

const settledMsMax = 240_000;

export interface MailCount {
  readonly promised: number;
  readonly sent: number;
  readonly doubled: number;
}

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
): Promise<MailCount & { readonly wrong: readonly string[] }> {
  const wrong: string[] = [];
  let doubled = 0;
  let sent = 0;
  const received = parts.server.mailbox?.messages() ?? [];
  for (const { to, about } of promised) {
    const copies = received.filter(
      ({ recipients, email }) =>
        recipients.includes(to) && (email.subject?.includes(about) === true || email.text?.includes(about) === true),
    );
    const ids = new Set(copies.map(({ email }) => email.messageId));
    if (copies.length > 0) sent += 1;
    if (copies.length > 1 && ids.size === 1) doubled += 1;
    if (ids.size !== 1) wrong.push(`${to} got ${copies.length} messages about ${about}, under ${ids.size} ids.`);
  }
  const unsent = await installation.sql(
    `select kind, last_error from mail_messages where sent_at is null and dropped_at is null`,
  );
  for (const mail of unsent) wrong.push(`A message was not sent: ${JSON.stringify(mail)}`);
  return { promised: promised.length, sent, doubled, wrong };
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
