import { sql } from 'kysely';
import type { z } from 'zod';
import { deliveriesPerPage, type listDeliveries, type MailDelivery } from '#contract/mail.ts';
import type { Context } from '#server/context.ts';
import { hasJob } from '#server/jobs/queue.ts';
import { mailJobKeyPrefix } from './commands.ts';

type Asked = z.output<NonNullable<typeof listDeliveries.query>>;

export interface DeliveryRow extends Omit<MailDelivery, 'queued_at' | 'ended_at' | 'reason' | 'can'> {
  readonly queued_at: Date;
  readonly ended_at: Date | null;
  readonly last_error: string | null;
  readonly is_repeatable: boolean;
}

/** Returns one more row than fits on a page, so that the caller can tell whether there is a next page. */
export async function listMail(context: Context, byUserId: string, asked: Asked): Promise<readonly DeliveryRow[]> {
  const { state, before, before_id: beforeId } = asked;
  const { rows } = await sql<DeliveryRow>`
    select * from gate.list_mail(${byUserId}::uuid, ${state ?? null}::text, ${before ?? null}::timestamptz,
      ${beforeId ?? null}::uuid, ${deliveriesPerPage + 1}::int)
  `.execute(context.db);
  return rows;
}

const countedMs = 7 * 86_400_000;

export async function countMail(
  context: Context,
  byUserId: string,
): Promise<{ readonly queued: number; readonly sent: number; readonly failed: number }> {
  const since = new Date(context.clock.now().getTime() - countedMs);
  const { rows } = await sql<{ queued: number; sent: number; failed: number }>`
    select * from gate.count_mail(${byUserId}::uuid, ${since}::timestamptz)
  `.execute(context.db);
  return rows[0] ?? { queued: 0, sent: 0, failed: 0 };
}

/** Maximum messages per run. The next run finds the rest. */
const lostMax = 1_000;

interface LostMail {
  readonly id: string;
  readonly board_id: string | null;
  readonly attempts: number;
  readonly last_error: string | null;
}

export async function listLostMail(context: Context, before: Date): Promise<readonly LostMail[]> {
  const { rows } = await sql<LostMail>`
    select * from gate.waiting_mail(${before}) mail where not ${hasJob(sql`${mailJobKeyPrefix} || mail.id`)}
    limit ${lostMax}
  `.execute(context.db);
  return rows;
}
