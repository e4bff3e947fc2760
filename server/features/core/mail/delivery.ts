import { sql } from 'kysely';
import type { z } from 'zod';
import { type DeliveryState, deliveriesPerPage, type listDeliveries, type MailDelivery } from '#contract/mail.ts';
import { mailMessages } from '#domain/messages.ts';
import type { Context } from '#server/context.ts';
import { withBoardJobScope } from '#server/db/board-scope.ts';
import { notFound, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { queueAgain } from './commands.ts';

type Page = z.output<NonNullable<typeof listDeliveries.answer>>;
type Asked = z.output<NonNullable<typeof listDeliveries.query>>;

const countedMs = 7 * 86_400_000;

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly board_title: string | null;
  readonly recipient: string | null;
  readonly state: DeliveryState;
  readonly queued_at: Date;
  readonly ended_at: Date | null;
  readonly attempts: number;
  readonly last_error: string | null;
  readonly is_repeatable: boolean;
}

/** Of all boards: site admins see whom a message was for and what became of it, never what it says. */
export async function listMail(context: Context, byUserId: string, asked: Asked): Promise<Page> {
  const { state, before, before_id: beforeId } = asked;
  const { rows } = await sql<Row>`
    select * from gate.list_mail(${byUserId}::uuid, ${state ?? null}::text, ${before ?? null}::timestamptz,
      ${beforeId ?? null}::uuid, ${deliveriesPerPage + 1}::int)
  `.execute(context.db);
  const since = new Date(context.clock.now().getTime() - countedMs);
  const counted = await sql<Page['counts']>`
    select * from gate.count_mail(${byUserId}::uuid, ${since}::timestamptz)
  `.execute(context.db);
  return {
    messages: rows.slice(0, deliveriesPerPage).map(presentDelivery),
    has_more: rows.length > deliveriesPerPage,
    counts: counted.rows[0] ?? { queued: 0, sent: 0, failed: 0 },
  };
}

function presentDelivery(row: Row): MailDelivery {
  return {
    id: row.id,
    kind: row.kind,
    board_title: row.board_title,
    recipient: row.recipient,
    state: row.state,
    queued_at: row.queued_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    attempts: row.attempts,
    reason: row.last_error,
    can: { resend: row.state === 'failed' && row.is_repeatable },
  };
}

/** Of several who ask at once one does it. What was sealed with a message is gone by then: such a one cannot be written again. */
export async function resendMail(context: Context, mailId: string, byUserId: string): Promise<void> {
  const { rows } = await sql<{ board_id: string | null }>`
    select gate.board_of_mail(${byUserId}::uuid, ${mailId}::uuid) as board_id
  `.execute(context.db);
  const boardId = rows[0]?.board_id ?? null;
  if (boardId === null) throw notFound();
  await withBoardJobScope(
    context,
    boardId,
    async (scope) => {
      const waits = await scope.tx
        .updateTable('mail_messages')
        .set({ failed_at: null, leased_until: null })
        .where('id', '=', mailId)
        .where('failed_at', 'is not', null)
        .where('is_repeatable', '=', true)
        .returning(['kind', 'member_id'])
        .executeTakeFirst();
      if (!waits) throw refused(mailMessages.notRepeatable);
      await queueAgain(scope, mailId);
      await audit(scope, {
        action: 'mail.resent',
        subjectKind: 'member',
        subjectId: waits.member_id,
        detail: { kind: waits.kind, by_site_admin: byUserId },
      });
    },
    { evenSuspended: true },
  );
}
