import type { Context } from '#server/context.ts';
import { withUserScope } from '#server/db/user-scope.ts';
import { findSignIn } from '#server/features/access/session/queries.ts';
import { type PasswordProof, startSession } from '#server/http/session.ts';
import type { TestApp } from './test-app.ts';

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

/** Signs in a new site admin, whose session is confirmed. */
export async function signInSiteAdmin(server: TestApp) {
  const user = await server.make.user();
  await server.sql('update users set is_site_admin = true where id = $1', [user.id]);
  const client = await server.signIn({ userId: user.id, boardId: null });
  await server.sql('update sessions set confirmed_at = $2 where user_id = $1', [user.id, server.context.clock.now()]);
  return { ...user, client };
}
