import { sql } from 'kysely';
import { personSlug } from '#domain/shortname.ts';
import type { Context } from '#server/context.ts';
import { enterBoard } from '#server/db/board-scope.ts';
import { selectValue } from '#server/db/select-value.ts';
import { issueSetupToken, openInstallation } from '#server/features/access/first-start/commands.ts';
import { makeFeed } from '#server/features/views/calendar/feeds/commands.ts';
import { hashPassword } from '#server/passwords.ts';
import { commodore, type DemoPerson, demoPassword, keyOf, sailors, secretary, trustees } from './people.ts';
import { play } from './play.ts';
import { seedMember } from './seed-members.ts';
import { type Stage, withClockAt } from './seeding.ts';

/** Calls the same commands as the HTTP routes, with the clock set to the past. */
export async function seedDemonstration(context: Context): Promise<{ readonly secretaryId: string }> {
  const { userId: secretaryId } = await seedHarbourStreet(context);
  await seedSailingClub(context);
  return { secretaryId };
}

export const isEmptyInstallation = ({ db }: Context): Promise<boolean> =>
  selectValue(db, sql<boolean>`gate.is_empty_installation()`);

const harbour = { title: 'Harbour Street Housing Trust', shortname: 'harbour-street', timeZone: 'America/Halifax' };
const saltmere = { title: 'Saltmere Sailing Club', shortname: 'saltmere', timeZone: 'Europe/London' };
const saltmereColor = '#1f4b8f';

interface Opened {
  readonly boardId: string;
  readonly userId: string;
}

async function seedHarbourStreet(context: Context): Promise<Opened> {
  const today = context.clock.now();
  const token = await issueSetupToken(context);
  if (!token) throw new Error('The installation is already in use.');
  const { first_name, last_name, email } = secretary;
  const opened = await openInstallation(withClockAt(context, daysBefore(today, 800)), {
    token,
    first_name,
    last_name,
    email,
    password: demoPassword,
    password_confirmation: demoPassword,
    board_title: harbour.title,
    shortname: harbour.shortname,
    time_zone: harbour.timeZone,
  });
  const stage = await stageOf(context, opened, { founder: secretary, timeZone: harbour.timeZone, founded: 800 });
  const invited = { by: keyOf(secretary), at: daysBefore(today, 790) };
  for (const person of trustees) await seedMember(stage, invited, { person, account: 'new' });
  await play(stage, 'harbour-street.json');
  return opened;
}

async function seedSailingClub(context: Context): Promise<void> {
  const opened = await openSecondBoard(context);
  const stage = await stageOf(context, opened, { founder: commodore, timeZone: saltmere.timeZone, founded: 410 });
  const invited = { by: keyOf(commodore), at: daysBefore(stage.today, 400) };
  for (const person of sailors) await seedMember(stage, invited, { person, account: 'new' });
  await seedMember(stage, invited, { person: secretary, account: 'existing' });
  await play(stage, 'saltmere.json');
}

const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * 86_400_000);

async function stageOf(
  context: Context,
  { boardId, userId }: Opened,
  given: { readonly founder: DemoPerson; readonly timeZone: string; readonly founded: number },
): Promise<Stage> {
  const today = context.clock.now();
  const memberId = await context.db.transaction().execute(async (tx) => {
    await sql`select set_config('dais.board_id', ${boardId}, true)`.execute(tx);
    const member = await tx
      .updateTable('members')
      .set({ created_at: daysBefore(today, given.founded) })
      .where('board_id', '=', boardId)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirstOrThrow();
    return member.id;
  });
  const people = new Map([[keyOf(given.founder), { userId, memberId }]]);
  return { context, boardId, timeZone: given.timeZone, today, people, meetings: new Map(), documents: new Map() };
}

/** Calls SQL functions directly, because no command creates a board together with its first member. */
async function openSecondBoard(context: Context): Promise<Opened> {
  const { first_name, last_name, email } = commodore;
  const passwordHash = await hashPassword(demoPassword);
  return context.db.transaction().execute(async (tx) => {
    const board_id = await selectValue(
      tx,
      sql<string>`gate.create_board(${saltmere.shortname}, ${saltmere.title}, ${saltmere.timeZone}, ${saltmereColor})`,
    );
    const user_id = await selectValue(
      tx,
      sql<string>`gate.create_user(${email}, ${first_name}, ${last_name}, ${passwordHash})`,
    );
    await sql`select set_config('dais.board_id', ${board_id}, true)`.execute(tx);
    await tx
      .insertInto('members')
      .values({ board_id, user_id, is_board_admin: true, status: 'active', slug: personSlug(commodore) })
      .execute();
    const scope = await enterBoard(tx, context, { boardId: board_id, userId: user_id, isJoining: true });
    await makeFeed(scope, context.secrets, scope.member.id);
    return { boardId: board_id, userId: user_id };
  });
}
