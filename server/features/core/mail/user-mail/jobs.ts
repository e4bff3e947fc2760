import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import {
  type Delivery,
  deliver,
  leaseSeconds,
  noLongerNeeded,
  reasonOf,
  type Written,
  whileLeased,
} from '#server/features/core/mail/mail.ts';
import type { UserMailKind } from '#server/features/core/mail/ports.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { RetryAt } from '#server/jobs/worker.ts';

interface LeasedMail {
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

/** A message that was leased; while another holds it, `free_at` alone. */
type WaitingMail = LeasedMail | { readonly free_at: Date };

/** Sends one message to a user as such, as `sendMailJob` does for a board. */
export function sendUserMailJob(context: Context, kinds: readonly UserMailKind[]): JobHandler {
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]));
  return {
    name: 'send-user-mail',
    async handle({ mail_id: mailId = '' }, { isLast }) {
      const row = await take(context, mailId);
      if (!row) return;
      const held = { mailId, attempt: row.attempts };
      const delivery = await whileLeased(
        context,
        () =>
          sql`select gate.extend_user_mail_lease(${mailId}::uuid, ${row.attempts}::int, ${lease})`.execute(context.db),
        () => deliver(context, { mailId, write: async () => write(context, byName, row), isLast }),
      );
      await noteUserMail(context, held, endOf(context, delivery));
      if (delivery.kind === 'later') throw delivery.reason;
    },
  };
}

const lease = sql`make_interval(secs => ${leaseSeconds})`;

/** Null: it has ended. Throws `AskAgain` while another holds the message. */
async function take(context: Context, mailId: string): Promise<LeasedMail | null> {
  const { rows } = await sql<WaitingMail>`select * from gate.lease_user_mail(${mailId}::uuid, ${lease})`.execute(
    context.db,
  );
  const [row] = rows;
  if (!row) return null;
  if (row.free_at !== null) throw new RetryAt(row.free_at);
  return row;
}

function write(context: Context, byName: ReadonlyMap<string, UserMailKind>, row: LeasedMail): Written {
  const kind = byName.get(row.kind);
  if (!kind) throw new Error(`No feature writes mail of the kind ${row.kind}.`);
  const content = kind.write(context, {
    user: { email: row.email, firstName: row.first_name, lastName: row.last_name },
    isDisabled: row.is_disabled,
    sealed: row.sealed ? (JSON.parse(context.secrets.unseal('mail', row.sealed)) as Record<string, string>) : {},
  });
  return content === null ? noLongerNeeded : { kind: 'written', board: null, content, unsubscribe: null };
}

interface End {
  readonly sentAt?: Date;
  readonly failedAt?: Date;
  readonly droppedAt?: Date;
  readonly error?: string;
}

function endOf({ clock }: Context, delivery: Delivery): End {
  if (delivery.kind === 'sent') return { sentAt: clock.now() };
  if (delivery.kind === 'dropped') return { droppedAt: clock.now(), error: delivery.reason };
  const error = reasonOf(delivery);
  return delivery.kind === 'never' ? { failedAt: clock.now(), error } : { error };
}

/** Notes what became of one attempt; only who made the latest may say that it did not go out. */
export async function noteUserMail(
  { db }: Pick<Context, 'db'>,
  { mailId, attempt }: { readonly mailId: string; readonly attempt: number },
  { sentAt, failedAt, droppedAt, error }: End,
): Promise<void> {
  await sql`
    select gate.note_user_mail(${mailId}::uuid, ${attempt}::int, ${sentAt ?? null}::timestamptz, ${failedAt ?? null}::timestamptz,
      ${droppedAt ?? null}::timestamptz, ${error ?? null}::text)
  `.execute(db);
}
