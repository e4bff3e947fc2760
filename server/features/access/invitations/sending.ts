import { invitationsPerDayMax } from '#domain/invitation-check.ts';
import { peopleMessages } from '#domain/later-messages.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { refused } from '#server/errors.ts';
import { type AuditEntry, audit } from '#server/features/core/audit/commands.ts';
import { queueMail } from '#server/features/core/mail/commands.ts';
import { hashToken, randomToken, type Secrets } from '#server/secrets.ts';

export const invitationDays = 14;
const dayMs = 86_400_000;

/** What is counted towards the messages of a day; the log keeps it, whatever becomes of the invitation. */
const sendingActions = ['person.invited', 'invitation.resent'];

/** Refuses when `more` messages would be too many for one day. */
export async function refuseTooMany(scope: BoardScope, more: number): Promise<void> {
  const { count } = await scope.tx
    .selectFrom('audit_entries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('board_id', '=', scope.board.id)
    .where('action', 'in', sendingActions)
    .where('at', '>', new Date(scope.now.getTime() - dayMs))
    .executeTakeFirstOrThrow();
  if (Number(count) + more > invitationsPerDayMax) {
    throw refused(peopleMessages.invitationsOfTheDay(invitationsPerDayMax));
  }
}

/** A new secret, good for 14 days from now. The columns hold its hash alone; the message carries it. */
export function newSecret(scope: BoardScope | BoardJobScope) {
  const token = randomToken();
  const columns = {
    token_hash: hashToken(token),
    // Site administration invites a board's first admin, and is nobody there.
    invited_by: 'member' in scope ? scope.member.id : null,
    sent_at: scope.now,
    expires_at: new Date(scope.now.getTime() + invitationDays * dayMs),
  };
  return { token, columns };
}

/** Queues the message with the secret, and notes that it was sent. */
export async function sendSecret(
  scope: BoardScope | BoardJobScope,
  secrets: Secrets,
  sent: {
    readonly invitationId: string;
    readonly memberId: string;
    readonly token: string;
    readonly action: 'person.invited' | 'invitation.resent' | 'board.admin-invited';
    readonly detail?: AuditEntry['detail'];
  },
): Promise<void> {
  await queueMail(scope, secrets, {
    kind: 'invitation',
    memberId: sent.memberId,
    subjectId: sent.invitationId,
    sealed: { token: sent.token },
  });
  await audit(scope, {
    action: sent.action,
    subjectKind: 'member',
    subjectId: sent.memberId,
    ...(sent.detail === undefined ? {} : { detail: sent.detail }),
  });
}
