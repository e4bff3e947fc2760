import { sql } from 'kysely';
import type { z } from 'zod';
import type { setUp } from '#contract/setup.ts';
import { setupMessages } from '#domain/messages/boards.ts';
import { boardShortname, personSlug, shortnameError } from '#domain/shortname.ts';
import { storedZone } from '#domain/time-zone-names.ts';
import { normaliseEmail } from '#domain/validation.ts';
import type { Context } from '#server/context.ts';
import { lockBoard } from '#server/db/board-lock.ts';
import { enterBoard } from '#server/db/board-scope.ts';
import { firstRow, selectValue } from '#server/db/select-value.ts';
import { invalid, refused } from '#server/errors.ts';
import { keepTimeZone } from '#server/features/core/boards/commands.ts';
import { noteJoined } from '#server/features/members/people/commands.ts';
import type { PasswordProof } from '#server/http/session.ts';
import { hashPassword, refuseEasyPassword } from '#server/passwords.ts';
import { hashToken, randomToken } from '#server/secrets.ts';

const defaultBoardColor = '#124e52';

/** Returns null if the installation is already in use. */
export async function issueSetupToken(context: Context): Promise<string | null> {
  if (!(await selectValue(context.db, sql<boolean>`gate.is_empty_installation()`))) return null;
  const token = randomToken();
  await sql`select gate.issue_setup_token(${hashToken(token)})`.execute(context.db);
  return token;
}

export const isSetupOpen = (context: Context, token: string): Promise<boolean> =>
  selectValue(context.db, sql<boolean>`gate.is_setup_token(${hashToken(token)})`);

export async function openInstallation(
  context: Context,
  body: z.output<NonNullable<typeof setUp.body>>,
): Promise<{ readonly userId: string; readonly boardId: string; readonly proof: PasswordProof }> {
  const shortname = body.shortname || boardShortname(body.board_title);
  const shortnameProblem = shortnameError(shortname);
  if (shortnameProblem) throw invalid({ shortname: shortnameProblem });
  if (storedZone(body.time_zone) === null) throw invalid({ time_zone: setupMessages.timeZoneUnknown });
  // Check before the slow password hash, so that requests to an installation in use are cheap.
  if (!(await isSetupOpen(context, body.token))) throw refused(setupMessages.linkSpent);
  const names = [context.config.appName, body.board_title, body.first_name, body.last_name, body.email];
  refuseEasyPassword(body.password, names);
  const passwordHash = await hashPassword(body.password);
  return context.db.transaction().execute(async (tx) => {
    const timeZone = await keepTimeZone(tx, body.time_zone);
    const row = await firstRow(
      tx,
      sql<{ user_id: string; board_id: string }>`
        select * from gate.set_up(${hashToken(body.token)}, ${normaliseEmail(body.email)}, ${body.first_name}, ${body.last_name},
          ${passwordHash}, ${personSlug(body)}, ${shortname}, ${body.board_title}, ${timeZone}, ${defaultBoardColor})
      `,
    );
    if (row === null) throw refused(setupMessages.linkSpent);
    const who = { boardId: row.board_id, userId: row.user_id, isJoining: true } as const;
    const scope = await enterBoard(tx, context, who);
    const lock = await lockBoard(scope, 'audiences');
    await noteJoined(scope, context.secrets, { lock, memberId: scope.member.id });
    return { userId: row.user_id, boardId: row.board_id, proof: { kind: 'password', hash: passwordHash } };
  });
}
