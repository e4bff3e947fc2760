import type { AnswerOf } from '#contract/endpoint.ts';
import type { getInvitation, PendingInvitation } from '#contract/invitations.ts';
import { callName, fullName } from '#domain/identity.ts';
import type { Session } from '#server/http/session.ts';
import { shownEmail } from '#server/shown-email.ts';
import type { FoundInvitation, PendingRow } from './queries.ts';

export function presentInvitation(found: FoundInvitation, reader: Session | null): AnswerOf<typeof getInvitation> {
  const board = { title: found.title, logo_url: found.logo_url, primary_color: found.primary_color };
  const signed_in_as =
    reader === null
      ? null
      : {
          name: fullName({ first_name: reader.firstName, last_name: reader.lastName }),
          email: shownEmail(reader.email),
        };
  if (found.state !== 'open') return { invitation: null, closed: { reason: found.state, board }, signed_in_as };
  return {
    invitation: {
      user: { first_name: callName(found), email: shownEmail(found.email) },
      board,
      account_exists: found.account_exists,
      opens_by: found.opens_by === null ? null : { id: found.opens_by, name: found.opens_by_name ?? '' },
    },
    closed: null,
    signed_in_as,
  };
}

export function presentPending(row: PendingRow, now: Date): PendingInvitation {
  return {
    member_id: row.member_id,
    name: fullName(row),
    email: shownEmail(row.email),
    is_board_admin: row.is_board_admin,
    sent_at: row.sent_at.toISOString(),
    invited_by: row.invited_by,
    expires_at: row.expires_at.toISOString(),
    is_expired: row.expires_at <= now,
    mail: { state: mailState(row), reason: row.mail_sent_at === null ? row.mail_error : null },
  };
}

function mailState(row: PendingRow): PendingInvitation['mail']['state'] {
  if (row.mail_sent_at !== null) return 'sent';
  if (row.mail_failed_at !== null) return 'failed';
  return row.mail_error === null ? 'queued' : 'waiting';
}
