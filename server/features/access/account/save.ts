import type { z } from 'zod';
import type { Account, saveAccount } from '#contract/account.ts';
import { accountMessages, validationMessages } from '#domain/messages.ts';
import type { Context } from '#server/context.ts';
import { withUserScope } from '#server/db/user-scope.ts';
import { invalid } from '#server/errors.ts';
import type { Caller } from '#server/features/access/session/caller.ts';
import { checkOwnPassword } from '#server/features/access/session/confirm-password.ts';
import { listUserBoards } from '#server/features/core/boards/queries.ts';
import type { Session } from '#server/http/session.ts';
import { chooseNotifications, renameUser } from './commands.ts';
import { beginEmailChange, limitEmailChange } from './email-change.ts';
import { loadAccount } from './queries.ts';

interface Asked {
  readonly session: Session;
  readonly caller: Caller;
  readonly given: z.output<typeof saveAccount.body>;
}

/** The account page's one Save: all of it, or nothing. */
export async function save(context: Context, asked: Asked): Promise<Account> {
  const { session, given } = asked;
  const isNewAddress = given.email.toLowerCase() !== session.email.toLowerCase();
  const checkedHash = isNewAddress ? await checkForNewAddress(context, asked) : null;
  const boards = await listUserBoards(context, session.userId);
  return withUserScope(context, session.userId, async (scope) => {
    const before = await loadAccount(scope, { sessionId: session.id, boards, choices: context.ports.offeredChoices });
    if (checkedHash !== null) {
      await beginEmailChange(scope, context.secrets, { address: given.email, sessionId: session.id, checkedHash });
    }
    await renameUser(scope, context, { before, after: given, boards });
    await chooseNotifications(scope, context, { before, after: given, boards });
    return loadAccount(scope, { sessionId: session.id, boards, choices: context.ports.offeredChoices });
  });
}

/** Who finds a browser open must not be able to carry the account off to a mailbox of their own. */
async function checkForNewAddress(context: Context, { session, caller, given }: Asked): Promise<string> {
  if (given.current_password === '') throw invalid({ current_password: validationMessages.required });
  const errors = { current_password: accountMessages.wrongPassword };
  const checkedHash = await checkOwnPassword(context, { session, password: given.current_password, caller, errors });
  await limitEmailChange(context, session.userId);
  return checkedHash;
}
