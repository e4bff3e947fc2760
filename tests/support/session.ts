import type { Context } from '#server/context.ts';
import { withUserScope } from '#server/db/user-scope.ts';
import { findSignIn } from '#server/features/access/session/queries.ts';
import { type PasswordProof, startSession } from '#server/http/session.ts';

interface Someone {
  readonly userId: string | null;
  readonly boardId: string | null;
}

export async function sessionOf(context: Context, { userId, boardId }: Someone): Promise<string> {
  if (userId === null) throw new Error('A pending member cannot sign in.');
  const proof = await passwordProofOf(context, userId);
  return startSession(context, { userId, proof, boardId, remember: false, userAgent: 'test' });
}

export async function passwordProofOf(context: Context, userId: string): Promise<PasswordProof> {
  const { email } = await withUserScope(context, userId, ({ tx }) =>
    tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow(),
  );
  const found = await findSignIn(context, email);
  if (!found?.password_hash) throw new Error('The user is gone, or has no password.');
  return { kind: 'password', hash: found.password_hash };
}
