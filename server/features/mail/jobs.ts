import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { type BoardJobScope, type ScopeBoard, withBoardJobScope } from '../../db/board-scope.ts';
import { AskAgain } from '../../jobs/ask-again.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import { type Delivery, deliver } from './deliver.ts';
import type { MailContent, MailKind } from './kinds.ts';
import { leaseSeconds, whileLeased } from './lease.ts';
import { isMuted } from './queries.ts';
import { unsubscribing } from './unsubscribe-address.ts';

/**
 * Sends one queued message in three steps: it is leased and written in one transaction, sent in none, and its end is noted in
 * another. So a slow mail server holds no connection, and of two workers one sends. A crash between the server's acceptance and
 * our commit repeats it with the same Message-ID (product.md, section 6).
 */
export function sendMailJob(context: Context, kinds: readonly MailKind[]): JobHandler {
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]));
  return {
    name: 'send-mail',
    async handle(payload, { isLast }) {
      const { board_id: boardId = '', mail_id: mailId = '' } = payload;
      const taken = await withBoardJobScope(context, boardId, (scope) => take(context, scope, { byName, mailId }));
      if (!taken) return;
      const { board, attempt, ...what } = taken;
      const held = { boardId, mailId, attempt };
      const delivery = await whileLeased(
        context,
        () => keepLease(context, held),
        () => deliver(context, { mailId, board, isLast, ...what }),
      );
      await noteEnd(context, held, delivery);
      // The reason stays written down, and the queue tries again later.
      if (delivery.kind === 'later') throw delivery.reason;
    },
  };
}

interface Taken {
  readonly board: ScopeBoard;
  readonly attempt: number;
  readonly content: MailContent;
  readonly unsubscribe: ReturnType<typeof unsubscribing> | null;
}

/** Null: nothing is to be sent (any more). Throws `AskAgain` while another holds the message. */
async function take(
  context: Context,
  scope: BoardJobScope,
  what: { readonly byName: ReadonlyMap<string, MailKind>; readonly mailId: string },
): Promise<Taken | null> {
  const row = await scope.tx
    .selectFrom('mail_messages')
    .selectAll()
    .select(sql<boolean>`leased_until > clock_timestamp()`.as('is_held'))
    .where('id', '=', what.mailId)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('dropped_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row?.member_id || !row.subject_id) return null;
  if (row.leased_until !== null && row.is_held) throw new AskAgain(row.leased_until);
  const kind = what.byName.get(row.kind);
  if (!kind) throw new Error(`No feature writes mail of the kind ${row.kind}.`);
  const attempt = row.attempts + 1;
  const { member_id: memberId } = row;
  const drop = async (reason: string): Promise<null> => {
    const end = { dropped_at: scope.now, last_error: reason, sealed: null, attempts: attempt };
    await scope.tx.updateTable('mail_messages').set(end).where('id', '=', row.id).execute();
    return null;
  };
  // Asked when it is sent and nowhere else: a choice made a moment ago counts for what waits already.
  const { choice } = kind;
  if (choice !== 'required' && (await isMuted(scope, { memberId, choice }))) return drop('not wanted by the member');
  const content = await kind.write(scope, context, {
    memberId,
    subjectId: row.subject_id,
    sealed: row.sealed ? (JSON.parse(context.secrets.unseal('mail', row.sealed)) as Record<string, string>) : {},
  });
  if (content === null) return drop('no longer needed');
  await scope.tx
    .updateTable('mail_messages')
    .set({ leased_until: leaseEnd, attempts: attempt })
    .where('id', '=', row.id)
    .execute();
  return {
    board: scope.board,
    attempt,
    content,
    unsubscribe: choice === 'required' ? null : unsubscribing(context, scope.board, { memberId, choice }),
  };
}

const leaseEnd = sql<Date>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`;

interface Held {
  readonly boardId: string;
  readonly mailId: string;
  /** Which attempt holds it: whoever has lost the lease says nothing of it any more. */
  readonly attempt: number;
}

/** What goes out has gone out, whatever became of its board meanwhile. */
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
        .set({
          last_error: delivery.reason.message.slice(0, 500),
          leased_until: null,
          ...(delivery.kind === 'never' ? { failed_at: context.clock.now(), sealed: null } : {}),
        })
        .where('attempts', '=', attempt)
        .where('failed_at', 'is', null)
        .execute();
    },
    evenSuspended,
  );
}
