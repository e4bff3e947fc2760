import { sql } from 'kysely';
import type { Board, BoardFace } from '#contract/start.ts';
import { isShortname, normaliseShortname } from '#domain/shortname.ts';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { MagicLinks } from '#server/db/entry.ts';
import { definePage, defineRows, type ResultOf } from '#server/db/page-statement.ts';

/** Links in mail and calendars start with it. No trailing slash. */
export function baseUrlOf(config: Pick<Config, 'appUrl' | 'boardsDomain'>, shortname: string): string {
  if (config.boardsDomain === null) return config.appUrl;
  return `${new URL(config.appUrl).protocol}//${shortname}.${config.boardsDomain}`;
}

export interface UserBoardRow {
  board_id: string;
  title: string;
  shortname: string;
  primary_color: string;
  logo_url: string | null;
  time_zone: string;
  people_hidden: boolean;
  suspended: boolean;
  member_id: string;
  slug: string;
  is_board_admin: boolean;
  two_factor_missing: boolean;
}

export interface UserBoard {
  readonly board: Board;
  readonly memberId: string;
  readonly slug: string;
  readonly isBoardAdmin: boolean;
}

/** As `listUserBoards`, of whoever entered. */
export const ownBoards = defineRows({}, ({ tx }) =>
  tx
    .selectFrom(sql<UserBoardRow>`gate.user_boards((select current_user_id()))`.as('own'))
    .select([
      'own.board_id',
      'own.title',
      'own.shortname',
      'own.primary_color',
      'own.logo_url',
      'own.time_zone',
      'own.people_hidden',
      'own.suspended',
      'own.member_id',
      'own.slug',
      'own.is_board_admin',
      'own.two_factor_missing',
    ]),
);

/** Including suspended ones, by title. */
export async function listUserBoards(context: Context, userId: string): Promise<readonly UserBoard[]> {
  const found = await sql<UserBoardRow>`
    select board_id, title, shortname, primary_color, logo_url, time_zone, people_hidden, suspended, member_id, slug, is_board_admin,
      two_factor_missing
    from gate.user_boards(${userId}::uuid)
  `.execute(context.db);
  return found.rows.map((row) => userBoardOf(context.config, row));
}

export function userBoardOf(config: Config, row: UserBoardRow): UserBoard {
  return {
    memberId: row.member_id,
    slug: row.slug,
    isBoardAdmin: row.is_board_admin,
    board: {
      board_info: { board_id: row.board_id },
      title: row.title,
      shortname: row.shortname,
      logo_url: row.logo_url,
      primary_color: row.primary_color,
      time_zone: row.time_zone,
      people_hidden: row.people_hidden,
      suspended: row.suspended,
      two_factor_missing: row.two_factor_missing,
      baseUrl: baseUrlOf(config, row.shortname),
      groups: [],
    },
  };
}

/** For a sign-in page; unknown names look like none. */
export async function findBoardFace(context: Context, shortname: string): Promise<BoardFace | null> {
  if (!isShortname(normaliseShortname(shortname))) return null;
  const found = await sql<{ title: string; primary_color: string; logo_url: string | null }>`
    select title, primary_color, logo_url from gate.find_board_face(${shortname})
  `.execute(context.db);
  const row = found.rows[0];
  return row ? { title: row.title, logo_url: row.logo_url, primary_color: row.primary_color } : null;
}

/** Resolves earlier short names; null for an unknown one. */
export async function currentShortname(context: Context, named: string): Promise<string | null> {
  if (!isShortname(normaliseShortname(named))) return null;
  const found = await sql<{ shortname: string | null }>`
    select gate.current_shortname(${named}) as shortname
  `.execute(context.db);
  return found.rows[0]?.shortname ?? null;
}

/** Its settings, and whether the reader has a second factor. */
export const boardSetup = definePage({}, ({ tx, board }) =>
  tx
    .selectFrom('boards')
    .select(['title', 'shortname', 'logo_url', 'primary_color', 'time_zone', 'people_hidden'])
    .select(sql<MagicLinks>`magic_links`.as('magic_links'))
    .select(['two_factor_required', 'reminder_minutes', 'revision'])
    .select(
      sql<boolean>`exists (
        select from two_factors own where own.user_id = (select current_user_id()) and own.confirmed_at is not null
      )`.as('has_two_factor'),
    )
    .where('id', '=', board.id),
);

export type SetupRow = NonNullable<ResultOf<typeof boardSetup>>;

export async function readSetup({ tx, now }: BoardScope): Promise<SetupRow> {
  const row = await boardSetup.run(tx, {}, now);
  if (row === null) throw new Error('A board was entered and has no row.');
  return row;
}
