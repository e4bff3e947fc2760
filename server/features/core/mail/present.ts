import type { z } from 'zod';
import { deliveriesPerPage, type listDeliveries, type MailDelivery } from '#contract/mail.ts';
import type { DeliveryRow } from './queries.ts';

type Page = z.output<NonNullable<typeof listDeliveries.answer>>;

export const presentDeliveries = (rows: readonly DeliveryRow[], counts: Page['counts']): Page => ({
  messages: rows.slice(0, deliveriesPerPage).map(presentDelivery),
  has_more: rows.length > deliveriesPerPage,
  counts,
});

const presentDelivery = (row: DeliveryRow): MailDelivery => ({
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
});
