import { sql } from 'kysely';
import { recoveryMessages } from '#domain/messages/recovery.ts';
import { recoveryCodeDigits } from '#domain/recovery.ts';
import type { Context } from '#server/context.ts';
import { type BoardJobScope, type BoardScope, enterBoardAsNobody } from '#server/db/board-scope.ts';
import type { BoardTransaction } from '#server/db/database.ts';
import { enterUser } from '#server/db/user-scope.ts';
import { notFound, refused } from '#server/errors.ts';
import { audit, auditAccount } from '#server/features/core/audit/commands.ts';
import { queueMails, queueUserMail } from '#server/features/core/mail/commands.ts';
import { publishLive } from '#server/http/live-hub.ts';
import { type Secrets, sameText } from '#server/secrets.ts';
import { findRecovery, type OpenRecovery, type Whence } from './queries.ts';

export const recoveryMail = 'recovery';
export const recoveryStepMail = 'recovery-step';
export const recoveryAskedMail = 'recovery-asked';

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

/** Derived, since each mail repeats it: it stops the request and does nothing else. */
export function stopTokenOf(secrets: Secrets, id: string): string {
  return `${id}.${secrets.derive('recovery-stop', id).toString('base64url')}`;
}

/** Null where it is none of ours. */
export function idOfStopToken(secrets: Secrets, token: string): string | null {
  const [, id = '', proof = ''] = /^([0-9a-f-]{36})\.([\w-]{43})$/.exec(token) ?? [];
  const isOurs = secrets.derivations('recovery-stop', id).some((each) => sameText(proof, each.toString('base64url')));
  return isOurs ? id : null;
}

/** Derived, so that it is kept nowhere; the digits are even to one in many millions. */
export const digitsOf = (random: Buffer): string =>
  String(random.readBigUInt64BE(0) % 10n ** BigInt(recoveryCodeDigits)).padStart(recoveryCodeDigits, '0');
export const codeOf = (secrets: Secrets, id: string): string => digitsOf(secrets.derive('recovery-voice', id));

export async function requireRecovery(context: Context, from: Whence): Promise<OpenRecovery> {
  const found = await findRecovery(context, from);
  if (!found) throw notFound();
  return found;
}

/** Of those who go on with it: in the browser where it was begun. */
export async function requireOwn(context: Context, from: Whence): Promise<OpenRecovery & { readonly board: string }> {
  const found = await requireRecovery(context, from);
  if (!found.is_begun || !found.is_here) throw refused(recoveryMessages.ended);
  return { ...found, board: found.board_title ?? '' };
}

export interface About {
  readonly id: string;
  readonly userId: string;
  readonly boardId: string;
}

export async function informOfficers(context: Context, tx: BoardTransaction, { id, boardId }: About): Promise<void> {
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
export const personsMember = (tx: BoardTransaction, { userId, boardId }: Pick<About, 'userId' | 'boardId'>) =>
  tx
    .selectFrom('members')
    .select('id')
    .where('board_id', '=', boardId)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();

/** In the account's log and the board's, by mail, and in open sessions. `scope`: of the officer who acts. */
export async function informPerson(
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
