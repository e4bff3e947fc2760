import { type RawBuilder, sql } from 'kysely';
import type { BoardTransaction, Database } from '#server/db/database.ts';
import { executeAhead } from '#server/db/flight-driver.ts';

export interface JobRequest {
  readonly name: string;
  /** Contains only ids. The handler reads everything else. */
  readonly payload: Readonly<Record<string, string>>;
  /** Defaults to 25. */
  readonly attempts?: number;
  readonly starts?: { readonly at: Date } | { readonly afterMs: number };
  readonly key?: string;
  readonly attemptsUsed?: number;
}

export async function addJob(tx: BoardTransaction | Database, job: JobRequest): Promise<void> {
  const query = sql`
    select gate.add_job(${job.name}, ${JSON.stringify(job.payload)}::json, ${job.attempts ?? 25}::int,
      ${job.starts ? instantOf(job.starts) : sql`null::timestamptz`}, ${job.key ?? null}::text, ${job.attemptsUsed ?? 0}::int)
  `;
  await executeAhead(tx, query.compile(tx));
}

const instantOf = (starts: NonNullable<JobRequest['starts']>): RawBuilder<Date> =>
  'at' in starts
    ? sql<Date>`${starts.at}::timestamptz`
    : sql<Date>`clock_timestamp() + make_interval(secs => ${starts.afterMs / 1_000})`;

export const hasJob = (key: RawBuilder<string>) => sql<boolean>`gate.has_job(${key})`;

export async function addJobs(
  tx: BoardTransaction | Database,
  given: Pick<JobRequest, 'name' | 'attempts'> & {
    readonly jobs: readonly Required<Pick<JobRequest, 'payload' | 'key'>>[];
  },
): Promise<void> {
  if (given.jobs.length === 0) return;
  await sql`
    select gate.add_jobs(${given.name}, ${given.jobs.map((job) => JSON.stringify(job.payload))}::text[]::json[],
      ${given.attempts ?? 25}::int, ${given.jobs.map((job) => job.key)}::text[])
  `.execute(tx);
}
