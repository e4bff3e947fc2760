import { sql } from 'kysely';
import pg from 'pg';
import type { BodyOf } from '#contract/endpoint.ts';
import type { confirmAccount } from '#contract/invitations.ts';
import { peopleMessages } from '#domain/messages/people.ts';
import { loginErrorMessage } from '#domain/messages/sign-in.ts';
import { invitationLoginErrors, newAccountPasswordErrors } from '#domain/password-rules.ts';
import { emailError, type FieldError, normaliseEmail, requiredError } from '#domain/validation.ts';
import type { Context } from '#server/context.ts';
import { type BoardLock, lockBoard } from '#server/db/board-lock.ts';
import { type BoardScope, enterBoard } from '#server/db/board-scope.ts';
import type { BoardTransaction } from '#server/db/database.ts';
import { selectValue } from '#server/db/select-value.ts';
import { enterUser, type UserScope } from '#server/db/user-scope.ts';
import { AppError, invalid, refused } from '#server/errors.ts';
import { isTrustedDevice } from '#server/features/access/devices/queries.ts';
import { type FoundInvitation, findOpenInvitation } from '#server/features/access/invitations/queries.ts';
import { checkCredentials, type ProvenIdentity } from '#server/features/access/session/commands.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { publishLive } from '#server/features/core/events/commands.ts';
import { queueMail } from '#server/features/core/mail/commands.ts';
import { noteJoined } from '#server/features/members/people/commands.ts';
import { owesProfile } from '#server/features/members/profile/queries.ts';
import type { AttemptSource } from '#server/http/attempt-source.ts';
import type { PasswordProof } from '#server/http/session.ts';
import { hashPassword, refuseEasyPassword } from '#server/passwords.ts';
import type { Secrets } from '#server/secrets.ts';

type Body = BodyOf<typeof confirmAccount>;

export interface RedemptionResult {
  readonly userId: string;
  readonly boardId: string;
  readonly slug: string;
  readonly url: string;
}

/** Never changes an existing account. Only one of several concurrent requests succeeds. */
export async function redeemInvitation(context: Context, source: AttemptSource, body: Body) {
  const invitation = await findOpenInvitation(context, body.invitation_id);
  const who = await whoRedeems(context, source, { body, invitation });
  const { proof } = who;
  const account = normaliseEmail(invitation.email);
  if (who.kind === 'new') {
    const redeemed = await redeem(context, invitation, { kind: 'new', passwordHash: proof.hash });
    return { kind: 'redeemed', ...redeemed, proof, account, byTrust: false, isNew: true } as const;
  }
  const { userId, hasSecondFactor } = who;
  const byTrust = hasSecondFactor && (await isTrustedDevice(context, source, { userId, account }));
  if (hasSecondFactor && !byTrust) return { kind: 'code-first', userId, proof } as const;
  const redeemed = await redeem(context, invitation, { kind: 'existing', userId });
  return { kind: 'redeemed', ...redeemed, proof, account, byTrust, isNew: false } as const;
}

const sealing = 'pending-invitation';

export const sealInvitation = (secrets: Secrets, token: string): Buffer => secrets.seal(sealing, token);

/** If the invitation can no longer be redeemed, returns the address of the page that says so. */
export async function redeemAfterChallenge(
  context: Context,
  { sealed, userId }: { readonly sealed: Buffer; readonly userId: string },
): Promise<{ readonly url: string; readonly boardId: string | null }> {
  const token = context.secrets.unseal(sealing, sealed);
  try {
    return await redeem(context, await findOpenInvitation(context, token), { kind: 'existing', userId });
  } catch (error) {
    if (error instanceof AppError && error.code === 'refused') return { url: `/inv/${token}`, boardId: null };
    throw error;
  }
}

export async function redeemByProvider(
  context: Context,
  given: { readonly token: string; readonly userId: string; readonly email: string },
): Promise<RedemptionResult> {
  const invitation = await findOpenInvitation(context, given.token);
  refuseOtherAccount(invitation, given.email);
  return redeem(context, invitation, { kind: 'existing', userId: given.userId });
}

export const redeemWithNewAccount = (
  context: Context,
  invitation: FoundInvitation,
  connects: (scope: UserScope) => Promise<void>,
): Promise<RedemptionResult> => redeem(context, invitation, { kind: 'new', passwordHash: null, connects });

export async function refuseUnlessRedeemable(context: Context, token: string, email: string): Promise<void> {
  refuseOtherAccount(await findOpenInvitation(context, token), email);
}

function refuseOtherAccount(invitation: FoundInvitation, email: string): void {
  const isInvited = normaliseEmail(email) === normaliseEmail(invitation.email);
  if (invitation.account_exists && !isInvited) throw refused(peopleMessages.invitedAccount);
}

type Joining =
  | { readonly kind: 'existing'; readonly userId: string }
  | {
      readonly kind: 'new';
      readonly passwordHash: string | null;
      readonly connects?: (scope: UserScope) => Promise<void>;
    };

async function redeem(context: Context, invitation: FoundInvitation, who: Joining): Promise<RedemptionResult> {
  return context.db.transaction().execute(async (tx) => {
    await sql`select set_config('dais.board_id', ${invitation.board_id}, true)`.execute(tx);
    const lock = await lockBoard({ tx, board: { id: invitation.board_id } }, 'audiences');
    const spent = await spend(tx, invitation, context.clock.now());
    const userId = who.kind === 'existing' ? who.userId : await createUser(tx, spent, who.passwordHash);
    if (who.kind === 'new') await who.connects?.(await enterUser(tx, context.clock, userId));
    const slug = await join(tx, invitation, userId);
    const joined = { boardId: invitation.board_id, userId, isJoining: true } as const;
    const scope = await enterBoard(tx, context, joined);
    await welcome(context, scope, lock);
    const asks = who.kind === 'new' || (await owesProfile(scope, scope.member.id));
    const url = asks ? `/people/edit/${slug}?profileSetup=1` : '/home';
    return { userId, boardId: invitation.board_id, slug, url };
  });
}

type Redeemer =
  | ({ readonly kind: 'existing' } & ProvenIdentity)
  | { readonly kind: 'new'; readonly proof: PasswordProof };

async function whoRedeems(
  context: Context,
  source: AttemptSource,
  given: { readonly body: Body; readonly invitation: FoundInvitation },
): Promise<Redeemer> {
  const { body, invitation } = given;
  const isInvited = normaliseEmail(body.email) === normaliseEmail(invitation.email);
  if (body.mode === 'login') {
    refuseErrors(invitationLoginErrors(body));
    refuseOtherAccount(invitation, body.email);
    return { kind: 'existing', ...(await provenAs(context, source, body)) };
  }
  if (invitation.account_exists) throw refused(peopleMessages.accountExists);
  const { password, password_confirmation: confirmation } = body;
  const errors = newAccountPasswordErrors({ password, confirmation });
  refuseErrors({
    email: requiredError(body.email) ?? emailError(body.email) ?? (isInvited ? null : peopleMessages.invitedEmail),
    password: errors.password,
    password_confirmation: errors.confirmation,
  });
  const { title: board, first_name: firstName, last_name: lastName, email } = invitation;
  refuseEasyPassword(password, [context.config.appName, board, firstName, lastName, email]);
  return { kind: 'new', proof: { kind: 'password', hash: await hashPassword(password) } };
}

async function provenAs(context: Context, source: AttemptSource, body: Body): Promise<ProvenIdentity> {
  try {
    return await checkCredentials(context, source, body);
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid') throw refused(loginErrorMessage(422));
    throw error;
  }
}

function refuseErrors(errors: Readonly<Record<string, FieldError>>): void {
  const found = Object.entries(errors).filter((entry): entry is [string, string] => entry[1] !== null);
  if (found.length > 0) throw invalid(Object.fromEntries(found));
}

/** Compares the hash again, because a concurrent request may have replaced the secret. */
async function spend(tx: BoardTransaction, invitation: FoundInvitation, now: Date): Promise<FoundInvitation> {
  const spent = await tx
    .updateTable('invitations')
    .set({ redeemed_at: now })
    .where('id', '=', invitation.invitation_id)
    .where('token_hash', '=', invitation.token_hash)
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', normaliseEmail(invitation.email)))
    .where('redeemed_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['first_name', 'last_name'])
    .executeTakeFirst();
  if (!spent) throw refused(peopleMessages.invitationSpent);
  return { ...invitation, ...spent };
}

async function createUser(
  tx: BoardTransaction,
  invitation: FoundInvitation,
  passwordHash: string | null,
): Promise<string> {
  try {
    return await selectValue(
      tx,
      sql<string>`gate.create_user(${invitation.email}, ${invitation.first_name}, ${invitation.last_name}, ${passwordHash})`,
    );
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.constraint === 'users_email') {
      throw refused(peopleMessages.accountExists);
    }
    throw error;
  }
}

async function join(tx: BoardTransaction, invitation: FoundInvitation, userId: string): Promise<string> {
  const before = await tx
    .selectFrom('members')
    .select('id')
    .where('board_id', '=', invitation.board_id)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
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

async function welcome(context: Context, scope: BoardScope, lock: BoardLock<'audiences'>): Promise<void> {
  await noteJoined(scope, context.secrets, { lock, memberId: scope.member.id });
  await queueMail(scope, context.secrets, { kind: 'welcome', memberId: scope.member.id, subjectId: scope.member.id });
  await audit(scope, 'person.joined', { kind: 'member', id: scope.member.id });
  await publishLive(scope, { noun: 'people', id: null });
}
