import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { type BoardScope, enterBoard } from '#server/db/board-scope.ts';
import { withUserScope } from '#server/db/user-scope.ts';
import { invitePerson } from '#server/features/access/invitations/commands.ts';
import { redeemInvitation } from '#server/features/access/invitations/redeeming/commands.ts';
import { findSignIn } from '#server/features/access/session/queries.ts';
import { makeFeed } from '#server/features/views/calendar/feeds/commands.ts';
import { startSession } from '#server/http/session.ts';
import { type DemoPerson, demoPassword } from './people.ts';
import { asMember, atTime, type SeededMember, type Seeding } from './seeding.ts';

interface Inviting {
  readonly inviterId: string;
  readonly at: Date;
  readonly person: DemoPerson;
}

/** Invites, and redeems a day later with a new or existing account. */
export async function seedMember(
  seeding: Seeding,
  given: Inviting & { readonly account: 'new' | 'existing' },
): Promise<SeededMember> {
  const { memberId, token } = await seedInvitation(seeding, given);
  const redeemed = await redeemInvitation(
    atTime(seeding.context, new Date(given.at.getTime() + 3_600_000)),
    { ip: '127.0.0.1', device: undefined },
    {
      invitation_id: token,
      mode: given.account === 'new' ? 'createAccount' : 'login',
      email: given.person.email,
      password: demoPassword,
      password_confirmation: given.account === 'new' ? demoPassword : '',
    },
  );
  return { userId: redeemed.userId, memberId };
}

export function seedInvitation(
  seeding: Seeding,
  given: Inviting,
): Promise<{ readonly memberId: string; readonly token: string }> {
  return asMember(seeding, { userId: given.inviterId, at: given.at }, async (scope) => {
    const memberId = await invitePerson(scope, seeding.context.secrets, given.person);
    return { memberId, token: await tokenInTheMail(scope, seeding.context, memberId) };
  });
}

export async function seedExpiredInvitation(seeding: Seeding, given: Inviting): Promise<void> {
  const { memberId } = await seedInvitation(seeding, given);
  await asMember(seeding, { userId: given.inviterId, at: given.at }, async (scope) => {
    await scope.tx
      .updateTable('mail_messages')
      .set({ sent_at: scope.now, sealed: null })
      .where('board_id', '=', scope.board.id)
      .where('member_id', '=', memberId)
      .execute();
  });
}

async function tokenInTheMail(scope: BoardScope, context: Context, memberId: string): Promise<string> {
  const mail = await scope.tx
    .selectFrom('mail_messages')
    .select('sealed')
    .where('board_id', '=', scope.board.id)
    .where('member_id', '=', memberId)
    .where('kind', '=', 'invitation')
    .executeTakeFirstOrThrow();
  if (mail.sealed === null) throw new Error('The invitation holds no token.');
  const { token } = JSON.parse(context.secrets.unseal('mail', mail.sealed)) as { readonly token: string };
  return token;
}

export function forgetWaitingMail(seeding: Seeding, userId: string): Promise<void> {
  return asMember(seeding, { userId, at: seeding.today }, async (scope) => {
    await scope.tx
      .deleteFrom('mail_messages')
      .where('board_id', '=', scope.board.id)
      .where('sent_at', 'is', null)
      .execute();
  });
}

/** Uses the gate's functions, since no command creates a board. */
export async function seedSecondBoard(
  context: Context,
  given: {
    readonly title: string;
    readonly shortname: string;
    readonly timeZone: string;
    readonly color: string;
    readonly admin: DemoPerson & { readonly slug: string; readonly passwordHash: string };
  },
): Promise<{ readonly boardId: string; readonly userId: string }> {
  const { admin } = given;
  return context.db.transaction().execute(async (tx) => {
    const made = await sql<{ board_id: string; user_id: string }>`
      select gate.create_board(${given.shortname}, ${given.title}, ${given.timeZone}, ${given.color}) as board_id,
        gate.create_user(${admin.email}, ${admin.first_name}, ${admin.last_name}, ${admin.passwordHash}) as user_id
    `.execute(tx);
    const row = made.rows[0];
    if (!row) throw new Error('The second board was not made.');
    await sql`select set_config('dais.board_id', ${row.board_id}, true)`.execute(tx);
    await tx
      .insertInto('members')
      .values({
        board_id: row.board_id,
        user_id: row.user_id,
        is_board_admin: true,
        status: 'active',
        slug: admin.slug,
      })
      .execute();
    const who = { boardId: row.board_id, userId: row.user_id, isJoining: true } as const;
    const scope = await enterBoard(tx, context, who);
    await makeFeed(scope, context.secrets, scope.member.id);
    return { boardId: row.board_id, userId: row.user_id };
  });
}

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

/** Sessions with Remember Me whose tokens nobody has. */
export async function seedSessions(seeding: Seeding, userId: string): Promise<void> {
  const { context, boardId, today } = seeding;
  const { email } = await withUserScope(context, userId, ({ tx }) =>
    tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow(),
  );
  const hash = (await findSignIn(context, email))?.password_hash ?? '';
  const proof = { kind: 'password', hash } as const;
  for (const { hoursAgo, userAgent } of browsers) {
    const then = new Date(today.getTime() - hoursAgo * 3_600_000);
    await startSession(atTime(context, then), { userId, proof, boardId, remember: true, userAgent });
  }
}
