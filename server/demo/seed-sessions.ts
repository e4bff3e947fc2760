import { withUserScope } from '#server/db/user-scope.ts';
import { findSignIn } from '#server/features/access/session/sign-in.ts';
import { startSession } from '#server/http/session.ts';
import { atTime, type Seeding } from './seeding.ts';

const browsers = [
  {
    hoursAgo: 29,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  },
  {
    hoursAgo: 290,
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  },
] as const;

/** A phone and a laptop that were signed in some time ago and are remembered; nobody holds their tokens. */
export async function seedSessions(seeding: Seeding, userId: string): Promise<void> {
  const { context, boardId, today } = seeding;
  const { email } = await withUserScope(context, userId, ({ tx }) =>
    tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow(),
  );
  const checkedHash = (await findSignIn(context, email))?.password_hash ?? '';
  for (const { hoursAgo, userAgent } of browsers) {
    const then = new Date(today.getTime() - hoursAgo * 3_600_000);
    await startSession(atTime(context, then), { userId, checkedHash, boardId, remember: true, userAgent });
  }
}
