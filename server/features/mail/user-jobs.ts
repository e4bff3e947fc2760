import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { AskAgain } from '../../jobs/ask-again.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import { type Delivery, deliver } from './deliver.ts';
import type { MailContent, UserMailKind } from './kinds.ts';
import { leaseSeconds, whileLeased } from './lease.ts';

/** A message that was leased; while another holds it, `free_at` alone. */
type WaitingMail =
  | { readonly free_at: Date }
  | {
      readonly free_at: null;
      readonly user_id: string;
      readonly kind: string;
      readonly sealed: Buffer | null;
      readonly email: string;
      readonly first_name: string;
      readonly last_name: string;
      readonly is_disabled: boolean;
      readonly attempts: number;
    };

/** Sends one message to a user as such, as `sendMailJob` does for a board. */
export function sendUserMailJob(context: Context, kinds: readonly UserMailKind[]): JobHandler {
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]));
  return {
    name: 'send-user-mail',
    async handle({ mail_id: mailId = '' }, { isLast }) {
      const taken = await take(context, byName, mailId);
      if (!taken) return;
      const { attempt, content } = taken;
      const held = { mailId, attempt };
      const delivery = await whileLeased(
        context,
        () => sql`select gate.keep_user_mail(${mailId}::uuid, ${attempt}::int, ${lease})`.execute(context.db),
        () => deliver(context, { mailId, board: null, unsubscribe: null, content, isLast }),
      );
      await note(context, held, endOf(context, delivery));
      if (delivery.kind === 'later') throw delivery.reason;
    },
  };
}

const lease = sql`make_interval(secs => ${leaseSeconds})`;

/** Null: nothing is to be sent (any more). Throws `AskAgain` while another holds the message. */
async function take(
  context: Context,
  byName: ReadonlyMap<string, UserMailKind>,
  mailId: string,
): Promise<{ readonly attempt: number; readonly content: MailContent } | null> {
  const { rows } = await sql<WaitingMail>`select * from gate.take_user_mail(${mailId}::uuid, ${lease})`.execute(
    context.db,
  );
  const [row] = rows;
  if (!row) return null;
  if (row.free_at !== null) throw new AskAgain(row.free_at);
  const kind = byName.get(row.kind);
  if (!kind) throw new Error(`No feature writes mail of the kind ${row.kind}.`);
  const content = kind.write(context, {
    user: { email: row.email, firstName: row.first_name, lastName: row.last_name },
    isDisabled: row.is_disabled,
    sealed: row.sealed ? (JSON.parse(context.secrets.unseal('mail', row.sealed)) as Record<string, string>) : {},
  });
  const attempt = row.attempts;
  if (content !== null) return { attempt, content };
  await note(context, { mailId, attempt }, { droppedAt: context.clock.now(), error: 'no longer needed' });
  return null;
}

interface End {
  readonly sentAt?: Date;
  readonly failedAt?: Date;
  readonly droppedAt?: Date;
  readonly error?: string;
}

function endOf({ clock }: Context, delivery: Delivery): End {
  if (delivery.kind === 'sent') return { sentAt: clock.now() };
  const error = delivery.reason.message.slice(0, 500);
  return delivery.kind === 'never' ? { failedAt: clock.now(), error } : { error };
}

async function note(
  { db }: Context,
  { mailId, attempt }: { readonly mailId: string; readonly attempt: number },
  { sentAt, failedAt, droppedAt, error }: End,
): Promise<void> {
  await sql`
    select gate.note_user_mail(${mailId}::uuid, ${attempt}::int, ${sentAt ?? null}::timestamptz, ${failedAt ?? null}::timestamptz,
      ${droppedAt ?? null}::timestamptz, ${error ?? null}::text)
  `.execute(db);
}
