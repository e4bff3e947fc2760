import { sql } from 'kysely';
import type { Context } from '#server/context.ts';

export const jobStates = ['due', 'later', 'running', 'retrying', 'given_up'] as const;

type JobCounts = Readonly<Record<(typeof jobStates)[number], number>> & { readonly name: string };

export async function countJobs({ db, clock }: Context): Promise<readonly JobCounts[]> {
  const { rows } = await sql<JobCounts>`select * from gate.job_health(${clock.now()})`.execute(db);
  return rows;
}

interface MailQueue {
  readonly waiting: number;
  readonly oldest: Date | null;
  readonly failed: number;
}

export async function readMailQueue({ db }: Context): Promise<MailQueue> {
  const { rows } = await sql<MailQueue>`select * from gate.mail_queue()`.execute(db);
  return rows[0] ?? { waiting: 0, oldest: null, failed: 0 };
}
