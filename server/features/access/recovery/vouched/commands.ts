import { sql } from 'kysely';
import type { Recovery, RecoveryStep } from '#contract/recoveries.ts';
import { recoveryMessages } from '#domain/messages/recovery.ts';
import { typedCode } from '#domain/recovery.ts';
import type { Context } from '#server/context.ts';
import { withBoardScope } from '#server/db/board-scope.ts';
import type { BoardTransaction } from '#server/db/database.ts';
import { notFound, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { queueUserMail } from '#server/features/core/mail/commands.ts';
import { type AttemptLimits, type AttemptSource, takeAttempt } from '#server/http/attempt-source.ts';
import { createRateLimits, type RateLimit } from '#server/http/rate-limits.ts';
import { logSecurity } from '#server/http/request-log.ts';
import type { Session } from '#server/http/session.ts';
import { addJob } from '#server/jobs/queue.ts';
import { hashToken, randomToken, sameText } from '#server/secrets.ts';
import {
  codeOf,
  digitsOf,
  idOfStopToken,
  informOfficers,
  informPerson,
  personsMember,
  type RecoveryEvent,
  recoveryMail,
  requireRecovery,
  stopTokenOf,
} from './base/commands.ts';
import {
  browserHash,
  findRecoveryToStop,
  listRecoveryBoards,
  type ReadRecovery,
  readRecovery,
  type Whence,
} from './base/queries.ts';
import { presentRecovery, presentStep } from './present.ts';

export const openRecoveryJob = 'open-recovery';

const askingLimits: AttemptLimits = {
  byNetwork: { name: 'recovery-ask-address', points: 30, seconds: 900 },
  byAccountHere: { name: 'recovery-ask-account-here', points: 5, seconds: 3600 },
  byDevice: { name: 'recovery-ask-device', points: 5, seconds: 3600 },
};
const askingByAccount: RateLimit = { name: 'recovery-ask-account', points: 10, seconds: 3600 };

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
    await informOfficers(context, tx, about);
    await informPerson(context, tx, { ...about, event: 'begun' });
  });
  logSecurity(context.log, 'recovery.begun', { user: found.user_id });
  return browser;
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
    if (event !== null) await informPerson(context, scope.tx, { id, userId, boardId, event, scope });
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
    if (boardId !== null) await informPerson(context, tx, { id, userId, boardId, event: stoppedEvents[kind] });
  });
  logSecurity(context.log, 'recovery.stopped', { user: userId });
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
    await informOfficers(context, tx, about);
    await informPerson(context, tx, { ...about, event: 'board-asked' });
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
