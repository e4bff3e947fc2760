import type { Context } from '#server/context.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { invitePerson } from '#server/features/access/invitations/commands.ts';
import { redeemInvitation } from '#server/features/access/invitations/redeeming/commands.ts';
import { type DemoPerson, demoPassword, invitedTrustee, keyOf, lapsedTrustee } from './people.ts';
import { seedValues } from './seed-members.ts';
import { type Act, asMember, type Stage, withClockAt } from './seeding.ts';

export async function seedMember(
  stage: Stage,
  act: Act,
  { person, account }: { readonly person: DemoPerson; readonly account: 'new' | 'existing' },
): Promise<void> {
  const { memberId, token } = await invite(stage, act, person);
  const redeemed = await redeemInvitation(
    withClockAt(stage.context, new Date(act.at.getTime() + 3_600_000)),
    { ip: '127.0.0.1', device: undefined },
    {
      invitation_id: token,
      mode: account === 'new' ? 'createAccount' : 'login',
      email: person.email,
      password: demoPassword,
      password_confirmation: account === 'new' ? demoPassword : '',
    },
  );
  stage.people.set(keyOf(person), { userId: redeemed.userId, memberId });
}

export interface DemoInvitation extends Act {
  readonly person: string;
  readonly values: Readonly<Record<string, string>>;
  /** Whether the invitation was sent so long ago that it has expired. */
  readonly isExpired?: boolean;
}

export async function seedInvitation(stage: Stage, given: DemoInvitation): Promise<void> {
  const person = [lapsedTrustee, invitedTrustee].find((each) => keyOf(each) === given.person);
  if (!person) throw new Error(`Nobody named ${given.person} is invited.`);
  const { memberId } = await invite(stage, given, person);
  await seedValues(stage, { by: given.by, at: stage.today }, { memberId, values: given.values });
  if (!given.isExpired) return;
  await asMember(stage, given, ({ tx, board, now }) =>
    tx
      .updateTable('mail_messages')
      .set({ sent_at: now, sealed: null })
      .where('board_id', '=', board.id)
      .where('member_id', '=', memberId)
      .execute(),
  );
}

const invite = (stage: Stage, act: Act, person: DemoPerson) =>
  asMember(stage, act, async (scope) => {
    const memberId = await invitePerson(scope, stage.context.secrets, person);
    return { memberId, token: await tokenInTheMail(scope, stage.context, memberId) };
  });

async function tokenInTheMail(scope: BoardScope, context: Context, memberId: string): Promise<string> {
  const mail = await scope.tx
    .selectFrom('mail_messages')
    .select('sealed')
    .where('board_id', '=', scope.board.id)
    .where('member_id', '=', memberId)
    .where('kind', '=', 'invitation')
    .executeTakeFirstOrThrow();
  if (mail.sealed === null) throw new Error('The invitation has no token.');
  const { token } = JSON.parse(context.secrets.unseal('mail', mail.sealed)) as { readonly token: string };
  return token;
}

export const forgetWaitingMail = (stage: Stage, act: Act): Promise<unknown> =>
  asMember(stage, act, ({ tx, board }) =>
    tx.deleteFrom('mail_messages').where('board_id', '=', board.id).where('sent_at', 'is', null).execute(),
  );
