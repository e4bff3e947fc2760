import { hasName } from '#domain/identity.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { peopleMessages } from '#domain/messages/people.ts';
import { normaliseEmail } from '#domain/validation.ts';
import { lockBoard } from '#server/db/board-lock.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { invalid, refused } from '#server/errors.ts';
import { refuseTooMany, sendSecret } from '#server/features/access/invitations/commands.ts';
import { listTaken, loadPendingPerson, type PendingPerson } from '#server/features/access/invitations/queries.ts';
import { newToken } from '#server/features/access/invitations/token.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { publishLive } from '#server/features/core/events/commands.ts';
import type { PendingPeople } from '#server/features/members/people/ports.ts';
import type { Secrets } from '#server/secrets.ts';

const pauseMs = 60_000;

export async function resendInvitation(scope: BoardScope, secrets: Secrets, person: PendingPerson): Promise<void> {
  await lockBoard(scope, 'invitations');
  await refuseTooMany(scope, 1);
  const { token, columns } = newToken(scope);
  const renewed = await scope.tx
    .updateTable('invitations')
    .set(columns)
    .where('board_id', '=', scope.board.id)
    .where('id', '=', person.invitationId)
    .where('redeemed_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('sent_at', '<=', new Date(scope.now.getTime() - pauseMs))
    .returning('id')
    .executeTakeFirst();
  if (!renewed) throw refused(peopleMessages.justSent);
  await sendSecret(scope, secrets, { ...person, token, action: 'invitation.resent' });
  await publishLive(scope, { noun: 'people', id: null });
}

/** Changing the address also replaces the secret, so that the link sent to the wrong mailbox stops working. */
async function correctInvitation(
  scope: BoardScope,
  secrets: Secrets,
  given: {
    readonly person: PendingPerson;
    readonly to: { readonly first_name: string; readonly last_name: string; readonly email: string };
  },
): Promise<void> {
  const { person, to } = given;
  const email = normaliseEmail(to.email);
  const isMoved = email !== normaliseEmail(person.email);
  await lockBoard(scope, 'invitations');
  if (isMoved) {
    if (await isTaken(scope, email)) throw invalid({ email: peopleMessages.alreadyOnBoard });
    await refuseTooMany(scope, 1);
  }
  const { token, columns } = newToken(scope);
  const corrected = await scope.tx
    .updateTable('invitations')
    .set({ first_name: to.first_name, last_name: to.last_name, email, ...(isMoved ? columns : {}) })
    .where('board_id', '=', scope.board.id)
    .where('id', '=', person.invitationId)
    .where('redeemed_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!corrected) throw refused(peopleMessages.invitationSpent);
  await audit(scope, 'invitation.corrected', { kind: 'member', id: person.memberId }, { address: isMoved });
  if (isMoved) await sendSecret(scope, secrets, { ...person, token, action: 'invitation.resent' });
  await publishLive(scope, { noun: 'people', id: null });
}

async function isTaken(scope: BoardScope, email: string): Promise<boolean> {
  if ((await listTaken(scope)).has(email)) return true;
  const pending = await scope.tx
    .selectFrom('invitations')
    .select('id')
    .where('board_id', '=', scope.board.id)
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email))
    .where('redeemed_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return pending !== undefined;
}

export const pendingPeople: PendingPeople = {
  async correct(scope, secrets, { memberId, to: given }) {
    const person = await loadPendingPerson(scope, memberId);
    const { first_name, last_name, email } = person;
    const to = { first_name, last_name, email, ...given };
    if (!hasName(to)) throw invalid({ first_name: validationMessages.nameMissing });
    const isSame = to.first_name === first_name && to.last_name === last_name && to.email === email;
    if (!isSame) await correctInvitation(scope, secrets, { person, to });
  },
};
