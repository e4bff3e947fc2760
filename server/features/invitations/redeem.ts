import { sql } from 'kysely';
import pg from 'pg';
import type { z } from 'zod';
import type { confirmAccount } from '../../../contract/invitations.ts';
import { loginErrorMessage, peopleMessages } from '../../../domain/messages.ts';
import { invitationLoginErrors, newAccountPasswordErrors } from '../../../domain/password-rules.ts';
import type { FieldError } from '../../../domain/validation.ts';
import type { Context } from '../../context.ts';
import { type BoardScope, enterBoard } from '../../db/board-scope.ts';
import type { BoardTransaction } from '../../db/database.ts';
import { AppError, invalid, refused } from '../../errors.ts';
import type { Visit } from '../../http/implement.ts';
import { tellLive } from '../../http/live-hub.ts';
import { createRateLimits, networkOf, type RateLimit } from '../../http/rate-limits.ts';
import { audit } from '../audit/commands.ts';
import { queueMail } from '../mail/commands.ts';
import { inviteToComingMeetings } from '../meetings/coming.ts';
import { hashPassword } from '../session/password.ts';
import { checkCredentials } from '../session/sign-in.ts';
import { findOpenInvitation, type OpenInvitation } from './queries.ts';

type Body = z.output<NonNullable<typeof confirmAccount.body>>;

/** Tries at redeeming, from one address. */
const byAddress: RateLimit = { name: 'invitation-address', points: 60, seconds: 900 };

export interface Redeemed {
  readonly userId: string;
  readonly boardId: string;
  readonly slug: string;
}

/**
 * Spends an invitation: with a new account for its address, or with the account that one signs in to here. The
 * invitation never changes an existing account. Of many who race, one succeeds.
 */
export async function redeemInvitation(context: Context, visit: Visit, body: Body): Promise<Redeemed> {
  await createRateLimits(context.pool).take(byAddress, networkOf(visit.ip));
  const invitation = await findOpenInvitation(context, body.invitation_id);
  if (!invitation) throw refused(peopleMessages.invitationSpent);
  const who = await whoRedeems(context, visit, { body, invitation });
  return context.db.transaction().execute(async (tx) => {
    await sql`select set_config('dais.board_id', ${invitation.board_id}, true)`.execute(tx);
    await spend(tx, invitation, context.clock.now());
    const userId = who.kind === 'existing' ? who.userId : await createUser(tx, invitation, who.passwordHash);
    const slug = await join(tx, invitation, userId);
    await welcome(context, await enterBoard(tx, context.clock, { boardId: invitation.board_id, userId }));
    return { userId, boardId: invitation.board_id, slug };
  });
}

type Redeemer =
  | { readonly kind: 'existing'; readonly userId: string }
  | { readonly kind: 'new'; readonly passwordHash: string };

async function whoRedeems(
  context: Context,
  visit: Visit,
  given: { readonly body: Body; readonly invitation: OpenInvitation },
): Promise<Redeemer> {
  const { body, invitation } = given;
  if (body.mode === 'login') {
    refuseErrors(invitationLoginErrors(body));
    // Who came by the link of somebody with an account is not let in as somebody else.
    const isInvited = body.email.toLowerCase() === invitation.email.toLowerCase();
    if (invitation.account_exists && !isInvited) throw refused(peopleMessages.accountExists);
    return { kind: 'existing', userId: await signedInAs(context, visit, body) };
  }
  if (invitation.account_exists) throw refused(peopleMessages.accountExists);
  const { password, password_confirmation: confirmation } = body;
  const errors = newAccountPasswordErrors({ password, confirmation });
  refuseErrors({ password: errors.password, password_confirmation: errors.confirmation });
  return { kind: 'new', passwordHash: await hashPassword(password) };
}

/** Wrong credentials are told in words, which the screen shows under them (specification, section 8, 'Invitation'). */
async function signedInAs(context: Context, visit: Visit, body: Body): Promise<string> {
  try {
    return await checkCredentials(context, visit, body);
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid') throw refused(loginErrorMessage(422));
    throw error;
  }
}

function refuseErrors(errors: Readonly<Record<string, FieldError>>): void {
  const told = Object.entries(errors).filter((entry): entry is [string, string] => entry[1] !== null);
  if (told.length > 0) throw invalid(Object.fromEntries(told));
}

async function spend(tx: BoardTransaction, invitation: OpenInvitation, now: Date): Promise<void> {
  const spent = await tx
    .updateTable('invitations')
    .set({ redeemed_at: now })
    .where('id', '=', invitation.invitation_id)
    .where('redeemed_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  if (!spent) throw refused(peopleMessages.invitationSpent);
}

async function createUser(tx: BoardTransaction, invitation: OpenInvitation, passwordHash: string): Promise<string> {
  try {
    const made = await sql<{ id: string }>`
      select gate.create_user(${invitation.email}, ${invitation.first_name}, ${invitation.last_name}, ${passwordHash}) as id
    `.execute(tx);
    const id = made.rows[0]?.id;
    if (!id) throw new Error('The account was not made.');
    return id;
  } catch (error) {
    // Another board's invitation to the same address was redeemed in this moment.
    if (error instanceof pg.DatabaseError && error.constraint === 'users_email') {
      throw refused(peopleMessages.accountExists);
    }
    throw error;
  }
}

async function join(tx: BoardTransaction, invitation: OpenInvitation, userId: string): Promise<string> {
  const before = await tx
    .selectFrom('members')
    .select('id')
    .where('board_id', '=', invitation.board_id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (before) throw refused(peopleMessages.alreadyMember);
  const joined = await tx
    .updateTable('members')
    .set({ user_id: userId, status: 'active' })
    .where('board_id', '=', invitation.board_id)
    .where('id', '=', invitation.member_id)
    .where('status', '=', 'invited')
    .returning('slug')
    .executeTakeFirst();
  if (!joined) throw refused(peopleMessages.invitationSpent);
  return joined.slug;
}

/** What follows once the member is active: the coming meetings and the one mail that lists them, the log, the open pages. */
async function welcome(context: Context, scope: BoardScope): Promise<void> {
  await inviteToComingMeetings(scope, context.secrets);
  await queueMail(scope, context.secrets, { kind: 'welcome', memberId: scope.member.id, subjectId: scope.member.id });
  await audit(scope, { action: 'person.joined', subjectKind: 'member', subjectId: scope.member.id });
  await tellLive(scope, { noun: 'people', id: null });
}
