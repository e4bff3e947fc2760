import { sql } from 'kysely';
import { peopleMessages } from '../../../domain/messages.ts';
import { numberedSlug, personSlug } from '../../../domain/slug.ts';
import type { BoardScope } from '../../db/board-scope.ts';
import { AppError, refused } from '../../errors.ts';
import { tellLive } from '../../http/live-hub.ts';
import { hashToken, randomToken, type Secrets } from '../../secrets.ts';
import { audit } from '../audit/commands.ts';
import { queueMail } from '../mail/commands.ts';

export const invitationDays = 14;
/** Invitations of one board within a day: more than any board has people, less than what makes it a sender of spam. */
const invitationsPerDayMax = 200;

/** Makes a pending member with an invitation and queues its message. Answers the member's id. */
export async function invitePerson(
  scope: BoardScope,
  secrets: Secrets,
  who: { readonly first_name: string; readonly last_name: string; readonly email: string },
): Promise<string> {
  const email = who.email.toLowerCase();
  // Two admins inviting at once take turns, so that slug and address stay one person's.
  await sql`select pg_advisory_xact_lock(hashtext(${`invite:${scope.board.id}`}))`.execute(scope.tx);
  if (await isOnBoard(scope, email)) throw refused(peopleMessages.alreadyOnBoard);
  if ((await invitationsOfTheDay(scope)) >= invitationsPerDayMax) throw new AppError('too-many');
  const member = await scope.tx
    .insertInto('members')
    .values({
      board_id: scope.board.id,
      status: 'invited',
      slug: await freeSlug(scope, personSlug(who)),
      created_at: scope.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const token = randomToken();
  const invitation = await scope.tx
    .insertInto('invitations')
    .values({
      board_id: scope.board.id,
      member_id: member.id,
      email,
      first_name: who.first_name,
      last_name: who.last_name,
      token_hash: hashToken(token),
      invited_by: scope.member.id,
      created_at: scope.now,
      expires_at: new Date(scope.now.getTime() + invitationDays * 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await queueMail(scope, secrets, {
    kind: 'invitation',
    memberId: member.id,
    subjectId: invitation.id,
    sealed: { token },
  });
  await audit(scope, { action: 'person.invited', subjectKind: 'member', subjectId: member.id });
  await tellLive(scope, { noun: 'people', id: null });
  return member.id;
}

async function isOnBoard(scope: BoardScope, email: string): Promise<boolean> {
  const member = await scope.tx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select('members.id')
    .where('members.board_id', '=', scope.board.id)
    .where(sql<boolean>`lower(users.email) = ${email}`)
    .executeTakeFirst();
  if (member) return true;
  const invited = await scope.tx
    .selectFrom('invitations')
    .select('id')
    .where('board_id', '=', scope.board.id)
    .where(sql<boolean>`lower(email) = ${email}`)
    .where('redeemed_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return invited !== undefined;
}

async function invitationsOfTheDay(scope: BoardScope): Promise<number> {
  const { count } = await scope.tx
    .selectFrom('invitations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('board_id', '=', scope.board.id)
    .where('created_at', '>', new Date(scope.now.getTime() - 86_400_000))
    .executeTakeFirstOrThrow();
  return count;
}

async function freeSlug(scope: BoardScope, wanted: string): Promise<string> {
  const taken = await scope.tx
    .selectFrom('members')
    .select('slug')
    .where('board_id', '=', scope.board.id)
    .where('slug', 'like', `${wanted}%`)
    .execute();
  const used = new Set(taken.map((row) => row.slug));
  for (let nth = 1; ; nth += 1) {
    const slug = nth === 1 ? wanted : numberedSlug(wanted, nth);
    if (!used.has(slug)) return slug;
  }
}
