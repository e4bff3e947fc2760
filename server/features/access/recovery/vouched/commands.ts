import { sql } from 'kysely';
import type { MadePasskey, SignedChallenge } from '#contract/passkeys.ts';
import type { Recovery, RecoveryStep } from '#contract/recoveries.ts';
import { recoveryMessages } from '#domain/messages/recovery.ts';
import { passkeyMessages } from '#domain/messages/sign-in.ts';
import { recoveryCodeDigits, typedCode } from '#domain/recovery.ts';
import type { Context } from '#server/context.ts';
import { type BoardJobScope, type BoardScope, enterBoardAsNobody, withBoardScope } from '#server/db/board-scope.ts';
import type { BoardTransaction } from '#server/db/database.ts';
import { enterUser, withUserScope } from '#server/db/user-scope.ts';
import { notFound, refused } from '#server/errors.ts';
import { relyingPartyId, spendChallenge } from '#server/features/access/passkeys/challenges/commands.ts';
import { ensureHandle } from '#server/features/access/passkeys/commands.ts';
import { findHolder, listPasskeys } from '#server/features/access/passkeys/queries.ts';
import { audit, auditAccount } from '#server/features/core/audit/commands.ts';
import { queueMails, queueUserMail } from '#server/features/core/mail/commands.ts';
import { type AttemptLimits, type AttemptSource, takeAttempt } from '#server/http/attempt-source.ts';
import { publishLive } from '#server/http/live-hub.ts';
import { createRateLimits, type RateLimit } from '#server/http/rate-limits.ts';
import { logSecurity } from '#server/http/request-log.ts';
import type { Session } from '#server/http/session.ts';
import {
  type CreationOptions,
  creationOptions,
  verifyCreation,
  verifySignature,
} from '#server/integrations/webauthn/webauthn.ts';
import { addJob } from '#server/jobs/queue.ts';
import { hashToken, randomToken, type Secrets, sameText } from '#server/secrets.ts';
import { presentRecovery, presentStep } from './present.ts';
import {
  browserHash,
  findRecovery,
  findRecoveryToStop,
  listRecoveryBoards,
  type OpenRecovery,
  type ReadRecovery,
  readRecovery,
  type Whence,
} from './queries.ts';

export const recoveryMail = 'recovery';
export const recoveryStepMail = 'recovery-step';
export const recoveryAskedMail = 'recovery-asked';
export const openRecoveryJob = 'open-recovery';

const askingLimits: AttemptLimits = {
  byNetwork: { name: 'recovery-ask-address', points: 30, seconds: 900 },
  byAccountHere: { name: 'recovery-ask-account-here', points: 5, seconds: 3600 },
  byDevice: { name: 'recovery-ask-device', points: 5, seconds: 3600 },
};
const askingByAccount: RateLimit = { name: 'recovery-ask-account', points: 10, seconds: 3600 };

/** What the person hears of, in the mailbox and in open sessions. */
export type RecoveryEvent =
  | 'begun'
  | 'half-vouched'
  | 'vouched'
  | 'passkey'
  | 'used'
  | 'stopped'
  | 'board-asked'
  | 'board-stopped'
  | 'board-opened';

/** The same work for every address, so that neither response nor time reveals accounts; a job sends the mail. */
export async function askForRecovery(context: Context, source: AttemptSource, email: string): Promise<void> {
  const account = email.toLowerCase();
  const attempt = await takeAttempt(context, { source, account, limits: askingLimits });
  // Above the limit no more mail is sent, without saying so.
  if (!attempt.isFromKnownDevice && !(await createRateLimits(context.pool).hasRoom(askingByAccount, account))) return;
  await context.db.transaction().execute(async (tx) => {
    const made = await sql<{ id: string }>`select gate.request_recovery(${account}) as id`.execute(tx);
    await addJob(tx, { name: openRecoveryJob, payload: { request_id: made.rows[0]?.id ?? '' } });
  });
}

/** Sends mail if the address belongs to an enabled account. */
export async function openRecovery(context: Context, requestId: string): Promise<void> {
  const token = randomToken();
  await context.db.transaction().execute(async (tx) => {
    const opened = await sql<{ user_id: string | null }>`
      select gate.open_recovery(${requestId}::uuid, ${hashToken(token)}) as user_id
    `.execute(tx);
    const userId = opened.rows[0]?.user_id;
    if (!userId) return;
    const sealed = { token, stop: stopTokenOf(context.secrets, requestId) };
    await queueUserMail({ tx, now: context.clock.now() }, context.secrets, { kind: recoveryMail, userId, sealed });
  });
}

/** Derived, since each mail repeats it: it stops the request and does nothing else. */
function stopTokenOf(secrets: Secrets, id: string): string {
  return `${id}.${secrets.derive('recovery-stop', id).toString('base64url')}`;
}

/** Null where it is none of ours. */
export function idOfStopToken(secrets: Secrets, token: string): string | null {
  const [, id = '', proof = ''] = /^([0-9a-f-]{36})\.([\w-]{43})$/.exec(token) ?? [];
  const isOurs = secrets.derivations('recovery-stop', id).some((each) => sameText(proof, each.toString('base64url')));
  return isOurs ? id : null;
}

/** Derived, so that it is kept nowhere; the digits are even to one in many millions. */
const digitsOf = (random: Buffer): string =>
  String(random.readBigUInt64BE(0) % 10n ** BigInt(recoveryCodeDigits)).padStart(recoveryCodeDigits, '0');
const codeOf = (secrets: Secrets, id: string): string => digitsOf(secrets.derive('recovery-voice', id));

/** 404 when it has ended. */
export async function nextStep(context: Context, from: Whence): Promise<RecoveryStep> {
  const stopped = idOfStopToken(context.secrets, from.token);
  if (stopped !== null) {
    const found = await findRecoveryToStop(context.db, stopped);
    if (!found) throw notFound();
    return { step: 'stop', board: found.board_title };
  }
  const found = await requireRecovery(context, from);
  const boards = found.is_begun ? [] : await listRecoveryBoards(context, found.user_id);
  return presentStep(found, { code: codeOf(context.secrets, found.recovery_id), boards });
}

async function requireRecovery(context: Context, from: Whence): Promise<OpenRecovery> {
  const found = await findRecovery(context, from);
  if (!found) throw notFound();
  return found;
}

/** Of those who go on with it: in the browser where it was begun. */
async function requireOwn(context: Context, from: Whence): Promise<OpenRecovery & { readonly board: string }> {
  const found = await requireRecovery(context, from);
  if (!found.is_begun || !found.is_here) throw refused(recoveryMessages.ended);
  return { ...found, board: found.board_title ?? '' };
}

/** Returns what binds it to this browser. Its officers get mail. */
export async function beginRecovery(
  context: Context,
  { token, boardId }: { readonly token: string; readonly boardId: string },
): Promise<string> {
  const found = await requireRecovery(context, { token, browser: undefined });
  const boards = await listRecoveryBoards(context, found.user_id);
  const board = boards.find(({ board_id: id }) => id === boardId);
  if (!board) throw notFound();
  const browser = randomToken();
  await context.db.transaction().execute(async (tx) => {
    const begun = await sql<{ outcome: string }>`
      select gate.begin_recovery(${hashToken(token)}, ${browserHash(browser)}, ${boardId}::uuid) as outcome
    `.execute(tx);
    const outcome = begun.rows[0]?.outcome;
    if (outcome === 'few') throw refused(recoveryMessages.tooFew(board.title));
    if (outcome !== 'begun') throw refused(recoveryMessages.ended);
    const about = { id: found.recovery_id, userId: found.user_id, boardId };
    await tellOfficers(context, tx, about);
    await tellPerson(context, tx, { ...about, event: 'begun' });
  });
  logSecurity(context.log, 'recovery.begun', { user: found.user_id });
  return browser;
}

interface About {
  readonly id: string;
  readonly userId: string;
  readonly boardId: string;
}

async function tellOfficers(context: Context, tx: BoardTransaction, { id, boardId }: About): Promise<void> {
  const entered = await enterBoardAsNobody(tx, context, boardId);
  if (entered === null) throw notFound();
  const officers = await sql<{ member_id: string }>`
    select member_id from gate.recovery_officers(${id}::uuid)
  `.execute(tx);
  const memberIds = officers.rows.map(({ member_id: memberId }) => memberId);
  await queueMails(entered.scope, { kind: recoveryAskedMail, subjectId: id, memberIds });
}

const actions = {
  begun: 'recovery.begun',
  'half-vouched': 'recovery.vouched',
  vouched: 'recovery.vouched',
  passkey: 'recovery.passkey-made',
  used: 'recovery.used',
  stopped: 'recovery.stopped',
  'board-asked': 'recovery.board-asked',
  'board-stopped': 'recovery.board-stopped',
  'board-opened': 'recovery.board-opened',
} as const satisfies Readonly<Record<RecoveryEvent, string>>;

const lastEvents: ReadonlySet<RecoveryEvent> = new Set(['used', 'stopped', 'board-stopped', 'board-opened']);

/** Of the person whom it is about. */
const personsMember = (tx: BoardTransaction, { userId, boardId }: Pick<About, 'userId' | 'boardId'>) =>
  tx
    .selectFrom('members')
    .select('id')
    .where('board_id', '=', boardId)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();

/** In the account's log and the board's, by mail, and in open sessions. `scope`: of the officer who acts. */
async function tellPerson(
  context: Context,
  tx: BoardTransaction,
  given: About & { readonly event: RecoveryEvent; readonly scope?: BoardScope; readonly wasSiteAdmin?: boolean },
): Promise<void> {
  const { id, userId, boardId, event, wasSiteAdmin = false } = given;
  const detail = wasSiteAdmin ? { site_admin_ended: true } : {};
  const acting: BoardScope | BoardJobScope | undefined =
    given.scope ?? (await enterBoardAsNobody(tx, context, boardId))?.scope;
  if (acting === undefined) throw notFound();
  const member = await personsMember(tx, given);
  await audit(acting, { action: actions[event], subjectKind: 'member', subjectId: member?.id ?? null, detail });
  await publishToPerson(tx, userId);
  const sealed = {
    ...{ event, board: acting.board.title, at: context.clock.now().toISOString() },
    ...(lastEvents.has(event) ? {} : { stop: stopTokenOf(context.secrets, id) }),
    ...(wasSiteAdmin ? { ended: 'site-admin' } : {}),
  };
  await queueUserMail({ tx, now: context.clock.now() }, context.secrets, { kind: recoveryStepMail, userId, sealed });
  const byUserId = given.scope?.member.userId ?? userId;
  const own = await enterUser(tx, context.clock, userId);
  await auditAccount(own, { action: actions[event], byUserId, detail: { board: boardId, ...detail } });
}

/** A session listens on the board that is open in it, whichever that is. */
async function publishToPerson(tx: BoardTransaction, userId: string): Promise<void> {
  const boards = await sql<{ board_id: string; member_id: string }>`
    select board_id, member_id from gate.user_boards(${userId}::uuid, null)
  `.execute(tx);
  for (const { board_id: id, member_id: only } of boards.rows)
    await publishLive({ tx, board: { id } }, { noun: 'board', id: null }, { only });
}

/** Also refused to officers whose session began by one factor. */
export async function vouch(
  context: Context,
  session: Session,
  { id, code }: { readonly id: string; readonly code: string },
): Promise<Recovery> {
  const facts = await readRecovery(context.db, { id, userId: session.userId, sessionId: session.id });
  if (!facts) throw notFound();
  if (facts.is_own) throw refused(recoveryMessages.yourself);
  const typed = typedCode(code);
  const isRight = context.secrets.derivations('recovery-voice', id).some((each) => sameText(typed, digitsOf(each)));
  const { board_id: boardId, user_id: userId } = facts;
  const who = { boardId, userId: session.userId, sessionId: session.id };
  const { outcome, tries_left: left } = await withBoardScope(context, who, async (scope) => {
    const vouched = await sql<{ outcome: string; tries_left: number }>`
      select outcome, tries_left from gate.vouch(${id}::uuid, ${session.userId}::uuid, ${session.id}::uuid, ${isRight})
    `.execute(scope.tx);
    const found = vouched.rows[0] ?? { outcome: 'missing', tries_left: 0 };
    if (isWrong(found.outcome)) {
      const subjectId = (await personsMember(scope.tx, { userId, boardId }))?.id ?? null;
      await audit(scope, { action: 'recovery.code-wrong', subjectKind: 'member', subjectId });
    }
    const event = eventOf(found.outcome, facts.kind);
    if (event !== null) await tellPerson(context, scope.tx, { id, userId, boardId, event, scope });
    return found;
  });
  if (isWrong(outcome)) {
    logSecurity(context.log, 'recovery.code-wrong', { user: session.userId });
    throw refused(recoveryMessages.wrongCode(left));
  }
  if (outcome === 'missing') throw notFound();
  if (outcome === 'weak') throw refused(recoveryMessages.weak);
  if (outcome === 'already') throw refused(recoveryMessages.already);
  if (outcome === 'ended') throw refused(recoveryMessages.ended);
  return showRecovery(context, session, id);
}

const isWrong = (outcome: string): boolean => outcome === 'wrong' || outcome === 'stopped';

const stoppedEvents = { account: 'stopped', board: 'board-stopped' } as const;

function eventOf(outcome: string, kind: ReadRecovery['kind']): RecoveryEvent | null {
  if (outcome === 'stopped') return stoppedEvents[kind];
  if (outcome === 'half-vouched' || outcome === 'vouched') return outcome;
  return outcome === 'used' ? 'board-opened' : null;
}

export async function showRecovery(context: Context, session: Session, id: string): Promise<Recovery> {
  const row = await readRecovery(context.db, { id, userId: session.userId, sessionId: session.id });
  if (!row) throw notFound();
  return presentRecovery(id, row, codeOf(context.secrets, id));
}

/** From an open session of the person. 404 for what is not their own. */
export async function stopOwnRecovery(context: Context, session: Session, id: string): Promise<void> {
  const row = await readRecovery(context.db, { id, userId: session.userId, sessionId: session.id });
  if (!row?.is_own) throw notFound();
  const { kind, board_id: boardId } = row;
  await stop(context, { id, kind, byUserId: session.userId, userId: session.userId, boardId });
}

/** By the link in each mail. 404 when it has ended, or is none of ours. */
export async function stopByMail(context: Context, token: string): Promise<void> {
  const id = idOfStopToken(context.secrets, token);
  const found = id === null ? undefined : await findRecoveryToStop(context.db, id);
  if (id === null || !found) throw notFound();
  const { kind, user_id: userId, board_id: boardId } = found;
  await stop(context, { id, kind, byUserId: null, userId, boardId });
}

async function stop(
  context: Context,
  given: {
    readonly id: string;
    readonly kind: ReadRecovery['kind'];
    readonly byUserId: string | null;
    readonly userId: string;
    readonly boardId: string | null;
  },
): Promise<void> {
  const { id, kind, byUserId, userId, boardId } = given;
  await context.db.transaction().execute(async (tx) => {
    const stopped = await sql<{ done: boolean }>`
      select gate.stop_recovery(${id}::uuid, ${byUserId}::uuid) as done
    `.execute(tx);
    if (!stopped.rows[0]?.done) throw refused(recoveryMessages.ended);
    // Nobody heard of one that was not begun.
    if (boardId !== null) await tellPerson(context, tx, { id, userId, boardId, event: stoppedEvents[kind] });
  });
  logSecurity(context.log, 'recovery.stopped', { user: userId });
}

export async function passkeyOptions(context: Context, from: Whence, challenge: Buffer): Promise<CreationOptions> {
  const found = await requireVouched(context, from);
  const { holder, known } = await withUserScope(context, found.user_id, async (scope) => {
    await ensureHandle(scope);
    return { holder: await findHolder(scope), known: await listPasskeys(scope) };
  });
  return creationOptions({
    rpId: relyingPartyId(context.config),
    rpName: context.config.appName,
    challenge,
    handle: holder.handle,
    email: holder.email,
    displayName: `${holder.first_name} ${holder.last_name}`,
    known: known.map(({ credential_id, transports }) => ({ credentialId: credential_id, transports })),
  });
}

export async function requireVouched(context: Context, from: Whence) {
  const found = await requireOwn(context, from);
  if (found.state !== 'vouched') throw refused(recoveryMessages.unvouched(found.board));
  return found;
}

/** It opens twelve hours later. */
export async function keepPasskey(
  context: Context,
  from: Whence,
  given: { readonly name: string; readonly made: MadePasskey; readonly challengedBy: Buffer },
): Promise<void> {
  const { name, made } = given;
  const found = await requireVouched(context, from);
  const spent = await spendChallenge(context, {
    browser: given.challengedBy,
    purpose: 'recover',
    clientData: made.client_data,
  });
  const credential = spent && (await verifyCreation(made, spent));
  if (!credential) throw refused(passkeyMessages.refused);
  await context.db.transaction().execute(async (tx) => {
    const kept = await sql<{ outcome: string }>`
      select gate.keep_recovery_passkey(${hashToken(from.token)}, ${browserHash(from.browser)}::bytea, ${name},
        ${credential.credentialId}::bytea, ${credential.publicKey}::bytea, ${credential.counter}, ${[...made.transports]}::text[],
        ${credential.isBackedUp}) as outcome
    `.execute(tx);
    const outcome = kept.rows[0]?.outcome;
    if (outcome === 'unvouched') throw refused(recoveryMessages.unvouched(found.board));
    if (outcome !== 'kept') throw refused(recoveryMessages.ended);
    const about = { id: found.recovery_id, userId: found.user_id, boardId: found.board_id ?? '' };
    await tellPerson(context, tx, { ...about, event: 'passkey' });
  });
}

/** Refused before the passkey opens. */
export async function requireReady(context: Context, from: Whence) {
  const found = await requireVouched(context, from);
  const { public_key: publicKey, credential_id: credentialId, handle } = found;
  if (publicKey === null || credentialId === null || handle === null || !found.is_ready)
    throw refused(recoveryMessages.notYet);
  return { ...found, publicKey, credentialId, handle };
}

export interface CameBack {
  readonly userId: string;
  readonly passkeyId: string;
  readonly boardId: string | null;
  /** The lower-case address. */
  readonly account: string;
}

/** Every other way in ends. One of ten who race succeeds. */
export async function comeBack(
  context: Context,
  from: Whence,
  given: { readonly signed: SignedChallenge; readonly challengedBy: Buffer },
): Promise<CameBack> {
  const { signed } = given;
  const found = await requireReady(context, from);
  const spent = await spendChallenge(context, {
    browser: given.challengedBy,
    purpose: 'come-back',
    clientData: signed.client_data,
  });
  const { handle } = found;
  const isNamed = signed.user_handle === null || Buffer.from(signed.user_handle, 'base64url').equals(handle);
  const isOwn = Buffer.from(signed.id, 'base64url').equals(found.credentialId) && isNamed;
  const signature = spent && isOwn ? await verifySignature(signed, { ...spent, publicKey: found.publicKey }) : null;
  if (!signature) throw refused(passkeyMessages.refused);
  const passkeyId = await context.db.transaction().execute(async (tx) => {
    const used = await sql<{ passkey_id: string; was_site_admin: boolean }>`
      select passkey_id, was_site_admin from gate.use_recovery(${hashToken(from.token)}, ${browserHash(from.browser)}::bytea,
        ${signature.counter}, ${context.clock.now()})
    `.execute(tx);
    const [done] = used.rows;
    if (!done) throw refused(recoveryMessages.ended);
    const about = { id: found.recovery_id, userId: found.user_id, boardId: found.board_id ?? '' };
    await tellPerson(context, tx, { ...about, event: 'used', wasSiteAdmin: done.was_site_admin });
    return done.passkey_id;
  });
  logSecurity(context.log, 'recovery.used', { user: found.user_id });
  return { userId: found.user_id, passkeyId, boardId: found.board_id, account: found.email.toLowerCase() };
}

/** One more board of whoever is in again; answers the request that goes on. */
export async function askForBoard(context: Context, session: Session, boardId: string): Promise<string> {
  const boards = await listRecoveryBoards(context, session.userId);
  const board = boards.find(({ board_id: id }) => id === boardId);
  if (!board) throw notFound();
  return context.db.transaction().execute(async (tx) => {
    const begun = await sql<{ id: string | null; is_new: boolean }>`
      select id, is_new from gate.begin_further(${session.userId}::uuid, ${boardId}::uuid)
    `.execute(tx);
    const { id = null, is_new: isNew = false } = begun.rows[0] ?? {};
    if (id === null) throw board.officers < 2 ? refused(recoveryMessages.tooFew(board.title)) : notFound();
    const about = { id, userId: session.userId, boardId };
    if (!isNew) return id;
    await tellOfficers(context, tx, about);
    await tellPerson(context, tx, { ...about, event: 'board-asked' });
    return id;
  });
}

/** Where too few could vouch; with the reset by site administration. */
export async function openUnvouchedBoards(tx: BoardTransaction, userId: string): Promise<void> {
  await sql`select gate.open_unvouched_boards(${userId}::uuid)`.execute(tx);
}

export async function sweepRecoveries({ db }: Context): Promise<void> {
  await sql`select gate.sweep_recoveries()`.execute(db);
}
