import { sql } from 'kysely';
import type { AnswerOf, ParamsOf, QueryOf } from '#contract/endpoint.ts';
import { deliveriesPerPage, type listDeliveries, type MailDelivery, type unsubscribe } from '#contract/mail.ts';
import type { NotificationChoice } from '#domain/mail.ts';
import type { Context } from '#server/context.ts';
import { isFound, selectRows } from '#server/db/board-rows.ts';
import { type BoardJobScope, withBoardJobScope } from '#server/db/board-scope.ts';
import { selectValue } from '#server/db/select-value.ts';
import { notFound } from '#server/errors.ts';
import { hasJob } from '#server/jobs/queue.ts';
import { sameText } from '#server/secrets.ts';
import { unsubscribeSecrets } from './unsubscribing.ts';

export const mailJobKeyPrefix = 'mail:';

export interface DeliveryRow extends Omit<MailDelivery, 'queued_at' | 'ended_at' | 'reason' | 'can'> {
  readonly queued_at: Date;
  readonly ended_at: Date | null;
  readonly last_error: string | null;
  readonly is_repeatable: boolean;
}

/** Returns one more row than fits on a page, so that the caller can tell whether there is a next page. */
export async function listMail(
  context: Context,
  byUserId: string,
  asked: QueryOf<typeof listDeliveries>,
): Promise<readonly DeliveryRow[]> {
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
): Promise<AnswerOf<typeof listDeliveries>['counts']> {
  const since = new Date(context.clock.now().getTime() - countedMs);
  const { rows } = await sql<AnswerOf<typeof listDeliveries>['counts']>`
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

export async function isMuted(
  scope: Pick<BoardJobScope, 'tx' | 'board'>,
  of: { readonly memberId: string; readonly choice: NotificationChoice },
): Promise<boolean> {
  return isFound(selectRows(scope, 'muted_mail', { member_id: of.memberId, choice: of.choice }).select('choice'));
}

export type UnsubscribeAddress = ParamsOf<typeof unsubscribe>;

/** Throws 404 for a forged unsubscribe link or a removed member. Also works on suspended boards. */
export async function onBoardOf<T>(
  context: Context,
  address: UnsubscribeAddress,
  work: (scope: BoardJobScope) => Promise<T>,
): Promise<T> {
  const { choice, member_id: memberId, secret } = address;
  const accepted = unsubscribeSecrets(context.secrets, { memberId, choice });
  if (!accepted.some((each) => sameText(secret, each))) throw notFound();
  const boardId = await selectValue(context.db, sql<string | null>`gate.board_of_member(${memberId}::uuid)`);
  if (boardId === null) throw notFound();
  const done = await withBoardJobScope(context, boardId, async (scope) => ({ answer: await work(scope) }), {
    evenSuspended: true,
  });
  if (!done) throw notFound();
  return done.answer;
}
