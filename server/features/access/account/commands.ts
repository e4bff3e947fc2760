import { sql } from 'kysely';
import type { Account, saveAccount } from '#contract/account.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { fullName } from '#domain/identity.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { accountMessages } from '#domain/messages/sign-in.ts';
import { normaliseEmail } from '#domain/validation.ts';
import type { Context } from '#server/context.ts';
import { deleteRows } from '#server/db/board-rows.ts';
import { type BoardScope, enterBoard } from '#server/db/board-scope.ts';
import { selectValue } from '#server/db/select-value.ts';
import { type UserScope, withUserScope } from '#server/db/user-scope.ts';
import { AppError, invalid, notFound, refused } from '#server/errors.ts';
import { checkOwnPassword } from '#server/features/access/session/commands.ts';
import { audit, auditAccount } from '#server/features/core/audit/commands.ts';
import { listUserBoards, type UserBoard } from '#server/features/core/boards/queries.ts';
import { publishLive } from '#server/features/core/events/commands.ts';
import { queueSecurityNotice } from '#server/features/core/notices/commands.ts';
import type { AttemptSource } from '#server/http/attempt-source.ts';
import { isConfirmed, type Session } from '#server/http/session.ts';
import { hashPassword, refuseEasyPassword } from '#server/passwords.ts';
import type { Secrets } from '#server/secrets.ts';
import { beginEmailChange, limitEmailChange } from './email-change/commands.ts';
import { hasPassword, loadAccount } from './queries.ts';

type Entering = Pick<Context, 'clock' | 'ports'> & { readonly sessionId: string };

type Given = BodyOf<typeof saveAccount>;

interface Saving {
  readonly before: Account;
  readonly after: Given;
  readonly boards: readonly UserBoard[];
}

async function renameUser(scope: UserScope, entering: Entering, { before, after, boards }: Saving): Promise<void> {
  if (before.first_name === after.first_name && before.last_name === after.last_name) return;
  await scope.tx
    .updateTable('users')
    .set({ first_name: after.first_name, last_name: after.last_name })
    .where('id', '=', scope.userId)
    .execute();
  const detail = { from: fullName(before), to: fullName(after) };
  await auditAccount(scope, { action: 'name.changed', byUserId: scope.userId, detail });
  for (const { board, memberId } of boards) {
    await onBoard(scope, entering, board.board_info.board_id, async (boardScope) => {
      await audit(boardScope, 'person.renamed', { kind: 'member', id: memberId }, detail);
      await publishLive(boardScope, { noun: 'people', id: null });
    });
  }
}

async function onBoard(
  scope: UserScope,
  entering: Entering,
  boardId: string,
  work: (boardScope: BoardScope) => Promise<void>,
): Promise<void> {
  try {
    await work(await enterBoard(scope.tx, entering, { boardId, userId: scope.userId, sessionId: entering.sessionId }));
  } catch (error) {
    const closed = ['not-found', 'two-factor-missing', 'provider-missing'];
    const isClosed = error instanceof AppError && closed.includes(error.code);
    if (!isClosed) throw error;
  }
}

async function chooseNotifications(scope: UserScope, entering: Entering, given: Saving): Promise<void> {
  for (const { board_id: boardId, muted } of given.after.notifications) {
    if (!given.boards.some(({ board }) => board.board_info.board_id === boardId)) throw notFound();
    const before = given.before.notifications.find((each) => each.board_id === boardId);
    if (!before) continue;
    const on = before.muted.filter((choice) => !muted.includes(choice));
    const off = muted.filter((choice) => !before.muted.includes(choice));
    if (on.length === 0 && off.length === 0) continue;
    await onBoard(scope, entering, boardId, (boardScope) => switchMail(boardScope, { on, off }));
  }
}

async function switchMail(
  scope: BoardScope,
  { on, off }: { readonly on: readonly string[]; readonly off: readonly string[] },
): Promise<void> {
  const own = { board_id: scope.board.id, member_id: scope.member.id };
  if (on.length > 0) {
    await deleteRows(scope, 'muted_mail', { member_id: scope.member.id }).where('choice', 'in', on).execute();
  }
  if (off.length > 0) {
    await scope.tx
      .insertInto('muted_mail')
      .values(off.map((choice) => ({ ...own, choice, created_at: scope.now })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await audit(
    scope,
    'notifications.chosen',
    { kind: 'member', id: own.member_id },
    { on: on.join(' '), off: off.join(' ') },
  );
}

/** Ends every other session. Only one of several concurrent requests succeeds. */
export async function changePassword(
  context: Context,
  given: {
    readonly session: Session;
    readonly source: AttemptSource;
    readonly current: string;
    readonly wanted: string;
  },
): Promise<void> {
  const { session, source, current, wanted } = given;
  const errors = { current_password: accountMessages.wrongPassword };
  const before = await checkOwnPassword(context, { session, password: current, source, errors });
  refuseEasyPassword(wanted, [context.config.appName, session.firstName, session.lastName, session.email]);
  const after = await hashPassword(wanted);
  await withUserScope(context, session.userId, async (scope) => {
    const isChanged = await selectValue(
      scope.tx,
      sql<boolean>`gate.change_password(${scope.userId}::uuid, ${session.id}::uuid, ${before}, ${after}, ${scope.now})`,
    );
    if (!isChanged) throw refused(accountMessages.passwordChangedMeanwhile);
    await queueSecurityNotice(scope, context.secrets, { userId: scope.userId, notice: 'password-changed' });
    await auditAccount(scope, { action: 'password.changed', byUserId: scope.userId });
  });
}

export async function setPassword(context: Context, session: Session, wanted: string): Promise<void> {
  refuseEasyPassword(wanted, [context.config.appName, session.firstName, session.lastName, session.email]);
  const hash = await hashPassword(wanted);
  await withUserScope(context, session.userId, async (scope) => {
    const isSet = await selectValue(
      scope.tx,
      sql<boolean>`gate.set_password(${scope.userId}::uuid, ${hash}, ${scope.now})`,
    );
    if (!isSet) throw refused(accountMessages.passwordSetMeanwhile);
    await queueSecurityNotice(scope, context.secrets, { userId: scope.userId, notice: 'password-set' });
    await auditAccount(scope, { action: 'password.set', byUserId: scope.userId });
  });
}

/** Throws unless the account has two passkeys or one that is backed up. */
export async function removePassword(scope: UserScope, secrets: Secrets): Promise<void> {
  const isRemoved = await selectValue(
    scope.tx,
    sql<boolean>`gate.remove_password(${scope.userId}::uuid, ${scope.now})`,
  );
  if (!isRemoved) throw refused(accountMessages.onlyWayIn);
  await queueSecurityNotice(scope, secrets, { userId: scope.userId, notice: 'password-removed' });
  await auditAccount(scope, { action: 'password.removed', byUserId: scope.userId });
}

interface Asked {
  readonly session: Session;
  readonly source: AttemptSource;
  readonly given: Given;
}

export async function save(context: Context, asked: Asked): Promise<Account> {
  const { session, given } = asked;
  const isNewAddress = normaliseEmail(given.email) !== normaliseEmail(session.email);
  const checked = isNewAddress ? await checkForNewAddress(context, asked) : null;
  const boards = await listUserBoards(context, { userId: session.userId, sessionId: session.id });
  return withUserScope(context, session.userId, async (scope) => {
    const before = await loadAccount(scope, boards);
    if (checked !== null) {
      await beginEmailChange(scope, context.secrets, { address: given.email, sessionId: session.id, ...checked });
    }
    const entering = { ...context, sessionId: session.id };
    const saving = { before, after: given, boards };
    await renameUser(scope, entering, saving);
    await chooseNotifications(scope, entering, saving);
    return loadAccount(scope, boards);
  });
}

/** Requires proof of identity, so that nobody else can change the email address at an unattended computer. */
async function checkForNewAddress(
  context: Context,
  { session, source, given }: Asked,
): Promise<{ readonly checkedHash: string | null }> {
  if (!(await hasPassword(context, session.userId))) {
    if (!isConfirmed(session, context.clock.now())) throw new AppError('password-unconfirmed');
    await limitEmailChange(context, session.userId);
    return { checkedHash: null };
  }
  if (given.current_password === '') throw invalid({ current_password: validationMessages.required });
  const errors = { current_password: accountMessages.wrongPassword };
  const checkedHash = await checkOwnPassword(context, { session, password: given.current_password, source, errors });
  await limitEmailChange(context, session.userId);
  return { checkedHash };
}
