import { type RawBuilder, sql } from 'kysely';
import type { BoardTransaction, Database } from '#server/db/database.ts';

export interface JobRequest {
  readonly name: string;
  /** Ids only: a handler opens a board's transaction like anybody and reads the rest. */
  readonly payload: Readonly<Record<string, string>>;
  /** Tries before it is given up; 25 unless told. */
  readonly attempts?: number;
  /** When, by the database's clock, which is the queue's; at once unless told. */
  readonly starts?: { readonly at: Date } | { readonly afterMs: number };
  /** A second request with the same key replaces the first while it waits. */
  readonly key?: string;
  /** Tries that were made before, of a job that is asked for anew. */
  readonly attemptsUsed?: number;
}

/** Adds a job in the transaction of what it is about: both are there, or neither. */
export async function addJob(tx: BoardTransaction | Database, job: JobRequest): Promise<void> {
  await sql`
    select gate.add_job(${job.name}, ${JSON.stringify(job.payload)}::json, ${job.attempts ?? 25}::int,
      ${job.starts ? instantOf(job.starts) : sql`null::timestamptz`}, ${job.key ?? null}::text, ${job.attemptsUsed ?? 0}::int)
  `.execute(tx);
}

const instantOf = (starts: NonNullable<JobRequest['starts']>): RawBuilder<Date> =>
  'at' in starts
    ? sql<Date>`${starts.at}::timestamptz`
    : sql<Date>`clock_timestamp() + make_interval(secs => ${starts.afterMs / 1_000})`;

/** Whether the queue will still do what was asked for under this key; for the part of a query that asks it of many. */
export const hasJob = (key: RawBuilder<string>) => sql<boolean>`gate.has_job(${key})`;

/** Several jobs of one kind, in one statement. */
export async function addJobs(
  tx: BoardTransaction | Database,
  given: Pick<JobRequest, 'name' | 'attempts'> & {
    readonly jobs: readonly Required<Pick<JobRequest, 'payload' | 'key'>>[];
  },
): Promise<void> {
  await sql`
    select gate.add_job(${given.name}, job.payload::json, ${given.attempts ?? 25}::int, null::timestamptz, job.key, 0)
    from unnest(${given.jobs.map((job) => JSON.stringify(job.payload))}::text[], ${given.jobs.map((job) => job.key)}::text[])
      as job (payload, key)
  `.execute(tx);
}
