import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { type BoardJobScope, withBoardJobScope } from '#server/db/board-scope.ts';
import { hasJob } from '#server/jobs/queue.ts';
import { type JobHandler, RetryAt } from '#server/jobs/worker.ts';
import { mailJobKeyPrefix } from './commands.ts';
import { type Delivery, deliver, leaseSeconds, noLongerNeeded, reasonOf, type Written, whileLeased } from './mail.ts';
import type { MailKind } from './ports.ts';
import { isMuted } from './queries.ts';
import { unsubscribing } from './unsubscribe/commands.ts';
import { noteUserMail } from './user-mail/jobs.ts';

/** Others are found an hour later. */
const messagesMax = 1_000;
const waitedMsMin = 3_600_000;
const unsaid = 'Its last attempt was cut off.';

interface Lost {
  readonly id: string;
  /** Null: mail to a user. */
  readonly board_id: string | null;
  readonly attempts: number;
  readonly last_error: string | null;
}

/**
 * Fails messages without a job, after a crash in the last attempt or an emptied queue. Site admins may resend them; sealed
 * content is deleted.
 */
export function giveUpMailJob(context: Context): JobHandler {
  return {
    name: 'give-up-mail',
    schedule: '20 * * * *',
    async handle() {
      const before = new Date(context.clock.now().getTime() - waitedMsMin);
      const { rows } = await sql<Lost>`
        select * from gate.waiting_mail(${before}) mail where not ${hasJob(sql`${mailJobKeyPrefix} || mail.id`)}
        limit ${messagesMax}
      `.execute(context.db);
      for (const mail of rows) await giveUp(context, mail);
    },
  };
}

async function giveUp(context: Context, mail: Lost): Promise<void> {
  const { id, board_id: boardId, attempts, last_error: said } = mail;
  const failedAt = context.clock.now();
  const error = said ?? unsaid;
  if (boardId === null) return noteUserMail(context, { mailId: id, attempt: attempts }, { failedAt, error });
  await withBoardJobScope(
    context,
    boardId,
    ({ tx }) =>
      tx
        .updateTable('mail_messages')
        .set({ failed_at: failedAt, last_error: error, sealed: null, leased_until: null })
        .where('id', '=', id)
        .where('attempts', '=', attempts)
        .where('sent_at', 'is', null)
        .where('failed_at', 'is', null)
        .where('dropped_at', 'is', null)
        .execute(),
    { evenSuspended: true },
  );
}

/**
 * Leased, rendered and recorded in separate transactions, so that a slow mail server holds no connection. A crash before
 * the last commit repeats the same Message-ID.
 */
export function sendMailJob(context: Context, kinds: readonly MailKind[]): JobHandler {
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]));
  return {
    name: 'send-mail',
    async handle(payload, { isLast }) {
      const { board_id: boardId = '', mail_id: mailId = '' } = payload;
      const leased = await withBoardJobScope(context, boardId, (scope) => lease(scope, mailId));
      if (!leased) return;
      const held = { boardId, mailId, attempt: leased.attempt };
      const writing = async () =>
        (await withBoardJobScope(context, boardId, (scope) => write(context, scope, { byName, leased }))) ??
        noLongerNeeded;
      const delivery = await whileLeased(
        context,
        () => keepLease(context, held),
        () => deliver(context, { mailId, write: writing, isLast }),
      );
      await noteEnd(context, held, delivery);
      // The reason is stored, and the queue retries.
      if (delivery.kind === 'later') throw delivery.reason;
    },
  };
}

interface Leased {
  readonly attempt: number;
  readonly kind: string;
  readonly memberId: string | null;
  readonly subjectId: string | null;
  readonly sealed: Buffer | null;
}

/** Null: already ended. Throws `RetryAt` while another worker holds it. */
async function lease(scope: BoardJobScope, mailId: string): Promise<Leased | null> {
  const row = await scope.tx
    .selectFrom('mail_messages')
    .selectAll()
    .select(sql<boolean>`leased_until > clock_timestamp()`.as('is_held'))
    .where('id', '=', mailId)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('dropped_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  if (row.leased_until !== null && row.is_held) throw new RetryAt(row.leased_until);
  const attempt = row.attempts + 1;
  await scope.tx
    .updateTable('mail_messages')
    .set({ leased_until: leaseEnd, attempts: attempt })
    .where('id', '=', row.id)
    .execute();
  return { attempt, kind: row.kind, memberId: row.member_id, subjectId: row.subject_id, sealed: row.sealed };
}

async function write(
  context: Context,
  scope: BoardJobScope,
  { byName, leased }: { readonly byName: ReadonlyMap<string, MailKind>; readonly leased: Leased },
): Promise<Written> {
  const { memberId, subjectId, sealed } = leased;
  if (memberId === null || subjectId === null) return noLongerNeeded;
  const kind = byName.get(leased.kind);
  if (!kind) throw new Error(`No feature writes mail of the kind ${leased.kind}.`);
  // Checked when sending, so that recent choices apply.
  const { choice } = kind;
  if (choice !== 'required' && (await isMuted(scope, { memberId, choice })))
    return { kind: 'dropped', reason: 'not wanted by the member' };
  const content = await kind.write(scope, context, {
    memberId,
    subjectId,
    sealed: sealed ? (JSON.parse(context.secrets.unseal('mail', sealed)) as Record<string, string>) : {},
  });
  if (content === null) return noLongerNeeded;
  const { board } = scope;
  const unsubscribe = choice === 'required' ? null : unsubscribing(context, board, { memberId, choice });
  return { kind: 'written', board, content, unsubscribe };
}

const leaseEnd = sql<Date>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`;

interface Held {
  readonly boardId: string;
  readonly mailId: string;
  /** A worker that lost the lease records nothing. */
  readonly attempt: number;
}

/** What was sent stays sent, whatever happens to its board. */
const evenSuspended = { evenSuspended: true } as const;

async function keepLease(context: Context, { boardId, mailId, attempt }: Held): Promise<void> {
  await withBoardJobScope(
    context,
    boardId,
    (scope) =>
      scope.tx
        .updateTable('mail_messages')
        .set({ leased_until: leaseEnd })
        .where('id', '=', mailId)
        .where('attempts', '=', attempt)
        .where('leased_until', 'is not', null)
        .execute(),
    evenSuspended,
  );
}

async function noteEnd(context: Context, { boardId, mailId, attempt }: Held, delivery: Delivery): Promise<void> {
  await withBoardJobScope(
    context,
    boardId,
    async (scope) => {
      const note = scope.tx
        .updateTable('mail_messages')
        .where('id', '=', mailId)
        .where('sent_at', 'is', null)
        .where('dropped_at', 'is', null);
      if (delivery.kind === 'sent') {
        const end = {
          sent_at: context.clock.now(),
          failed_at: null,
          last_error: null,
          sealed: null,
          leased_until: null,
        };
        return note.set(end).execute();
      }
      return note
        .set({ leased_until: null, ...unsentEnd(context.clock.now(), delivery) })
        .where('attempts', '=', attempt)
        .where('failed_at', 'is', null)
        .execute();
    },
    evenSuspended,
  );
}

function unsentEnd(now: Date, delivery: Exclude<Delivery, { kind: 'sent' }>) {
  switch (delivery.kind) {
    case 'dropped':
      return { dropped_at: now, last_error: delivery.reason, sealed: null };
    case 'never':
      return { failed_at: now, last_error: reasonOf(delivery), sealed: null };
    case 'later':
      return { last_error: reasonOf(delivery) };
  }
}
