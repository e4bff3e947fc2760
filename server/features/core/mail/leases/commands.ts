import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { type BoardJobScope, withBoardJobScope } from '#server/db/board-scope.ts';
import { firstRow } from '#server/db/select-value.ts';
import { RetryAt } from '#server/jobs/worker.ts';

/** The sender extends the lease while sending, so the lease expires only after a crash. */
const leaseSeconds = 12;
const lease = sql`make_interval(secs => ${leaseSeconds})`;
const leaseEnd = sql<Date>`clock_timestamp() + ${lease}`;

export interface SendingAttempt {
  readonly boardId: string | null;
  readonly mailId: string;
  readonly attempt: number;
}

/** `later` means that the queue retries, and `never` that a retry would fail too. */
export type SendingEnd =
  | { readonly kind: 'sent' }
  | { readonly kind: 'dropped' | 'later' | 'never'; readonly reason: string };

/** Returns null if the message is no longer waiting. Throws `RetryAt` while another worker holds the lease. */
export async function leaseMail(scope: BoardJobScope, mailId: string) {
  const row = await scope.tx
    .selectFrom('mail_messages')
    .select(['id', 'kind', 'member_id', 'subject_id', 'queued_at', 'sealed', 'attempts', 'leased_until'])
    .select(sql<boolean>`leased_until > clock_timestamp()`.as('is_held'))
    .where('id', '=', mailId)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('dropped_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  if (row.leased_until !== null && row.is_held) throw new RetryAt(row.leased_until);
  const attempts = row.attempts + 1;
  await scope.tx
    .updateTable('mail_messages')
    .set({ leased_until: leaseEnd, attempts })
    .where('id', '=', row.id)
    .execute();
  return { ...row, attempts };
}

export type LeasedMail = NonNullable<Awaited<ReturnType<typeof leaseMail>>>;

export interface LeasedUserMail {
  readonly free_at: null;
  readonly user_id: string;
  readonly kind: string;
  readonly sealed: Buffer | null;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly is_disabled: boolean;
  readonly attempts: number;
}

export async function leaseUserMail(context: Context, mailId: string): Promise<LeasedUserMail | null> {
  const row = await firstRow(
    context.db,
    sql<LeasedUserMail | { readonly free_at: Date }>`select * from gate.lease_user_mail(${mailId}::uuid, ${lease})`,
  );
  if (row !== null && row.free_at !== null) throw new RetryAt(row.free_at);
  return row;
}

export async function extendLease(context: Context, { boardId, mailId, attempt }: SendingAttempt): Promise<void> {
  if (boardId === null) {
    await sql`select gate.extend_user_mail_lease(${mailId}::uuid, ${attempt}::int, ${lease})`.execute(context.db);
    return;
  }
  await onBoard(context, boardId, ({ tx }) =>
    tx
      .updateTable('mail_messages')
      .set({ leased_until: leaseEnd })
      .where('id', '=', mailId)
      .where('attempts', '=', attempt)
      .where('leased_until', 'is not', null)
      .execute(),
  );
}

/** Only the latest attempt may record a failure, but any attempt may record that the message was sent. */
export async function recordEnd(context: Context, sending: SendingAttempt, end: SendingEnd): Promise<void> {
  const { boardId, mailId, attempt } = sending;
  const now = context.clock.now();
  const at = (kind: SendingEnd['kind']): Date | null => (end.kind === kind ? now : null);
  const error = end.kind === 'sent' ? null : end.reason;
  if (boardId === null) {
    await sql`
      select gate.note_user_mail(${mailId}::uuid, ${attempt}::int, ${at('sent')}::timestamptz, ${at('never')}::timestamptz,
        ${at('dropped')}::timestamptz, ${error}::text)
    `.execute(context.db);
    return;
  }
  await onBoard(context, boardId, ({ tx }) => {
    const note = tx
      .updateTable('mail_messages')
      .set({ sent_at: at('sent'), failed_at: at('never'), dropped_at: at('dropped'), last_error: error })
      .set({ leased_until: null, ...(end.kind === 'later' ? {} : { sealed: null }) })
      .where('id', '=', mailId)
      .where('sent_at', 'is', null)
      .where('dropped_at', 'is', null);
    return end.kind === 'sent'
      ? note.execute()
      : note.where('attempts', '=', attempt).where('failed_at', 'is', null).execute();
  });
}

/** Includes suspended boards, because a message that was sent just before the suspension must still be recorded. */
const onBoard = (context: Context, boardId: string, work: (scope: BoardJobScope) => Promise<unknown>) =>
  withBoardJobScope(context, boardId, work, { evenSuspended: true });
