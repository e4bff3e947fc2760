import type { AnswerOf } from '#contract/endpoint.ts';
import { deliveriesPerPage, type listDeliveries, type MailDelivery } from '#contract/mail.ts';
import { fullName } from '#domain/identity.ts';
import type { MailContent } from './ports.ts';
import type { DeliveryRow } from './queries.ts';

export const toMember = (
  { board }: { readonly board: { readonly title: string } },
  person: { readonly email: string; readonly first_name: string; readonly last_name: string },
): Pick<MailContent, 'to' | 'footer'> => ({
  to: { name: fullName(person), address: person.email },
  footer: `You are receiving this message because you are a member of ${board.title}.`,
});

type Page = AnswerOf<typeof listDeliveries>;

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
