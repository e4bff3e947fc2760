import { sql } from 'kysely';
import type { Board, BoardFace, Start } from '#contract/start.ts';
import type { PapersOnDevices } from '#domain/board-settings.ts';
import type { PaperLinks } from '#domain/paper-requests.ts';
import { isShortname, normaliseShortname } from '#domain/shortname.ts';
import { shownZone } from '#domain/time-zones.ts';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { MagicLinks } from '#server/db/entry.ts';
import { definePage, defineRows, type ResultOf } from '#server/db/page-statement.ts';
import { firstRow, selectValue } from '#server/db/select-value.ts';

export function baseUrlOf(config: Pick<Config, 'appUrl' | 'boardsDomain'>, shortname: string): string {
  if (config.boardsDomain === null) return config.appUrl;
  return `${new URL(config.appUrl).protocol}//${shortname}.${config.boardsDomain}`;
}

export interface UserBoardRow extends Omit<Board, 'board_info' | 'opens_by' | 'baseUrl' | 'groups'> {
  readonly board_id: string;
  readonly member_id: string;
  readonly slug: string;
  readonly is_board_admin: boolean;
  readonly opens_by: string | null;
  readonly opens_by_name: string | null;
}

export interface UserBoard {
  readonly board: Board;
  readonly memberId: string;
  readonly slug: string;
  readonly isBoardAdmin: boolean;
}

export const ownBoards = defineRows({ session: 'uuid' }, ({ tx }, { session }) =>
  tx.selectFrom(sql<UserBoardRow>`gate.user_boards((select current_user_id()), ${session})`.as('own')).selectAll('own'),
);

/** Includes suspended boards. */
export async function listUserBoards(
  context: Context,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string | null },
): Promise<readonly UserBoard[]> {
  const found = await sql<UserBoardRow>`
    select * from gate.user_boards(${userId}::uuid, ${sessionId}::uuid)
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
      time_zone: shownZone(row.time_zone),
      date_style: row.date_style,
      first_day: row.first_day,
      people_hidden: row.people_hidden,
      suspended: row.suspended,
      two_factor_missing: row.two_factor_missing,
      opens_by: row.opens_by === null ? null : { id: row.opens_by, name: row.opens_by_name ?? '' },
      papers_on_devices: row.papers_on_devices,
      watermark: row.watermark,
      baseUrl: baseUrlOf(config, row.shortname),
      groups: [],
    },
  };
}

export const isOpen = ({ board }: UserBoard): boolean =>
  !board.suspended && !board.two_factor_missing && board.opens_by === null;

interface FaceRow extends BoardFace {
  readonly provider_id: string | null;
  readonly provider_name: string | null;
  readonly provider_required: boolean;
}

export async function findBoardFace(context: Context, shortname: string): Promise<Start['face']> {
  if (!isShortname(normaliseShortname(shortname))) return null;
  const row = await firstRow(
    context.db,
    sql<FaceRow>`
      select title, primary_color, logo_url, provider_id, provider_name, provider_required from gate.find_board_face(${shortname})
    `,
  );
  if (row === null) return null;
  const { provider_id: id, provider_name: name, provider_required: isRequired, ...face } = row;
  return { ...face, provider: id === null || name === null ? null : { id, name, is_required: isRequired } };
}

/** Finds a board by its current or an earlier shortname. Returns null for an unknown name. */
export async function currentShortname(context: Context, named: string): Promise<string | null> {
  if (!isShortname(normaliseShortname(named))) return null;
  return selectValue(context.db, sql<string | null>`gate.current_shortname(${named})`);
}

export const boardSetup = definePage({}, ({ tx, board }) =>
  tx
    .selectFrom('boards')
    .select(['title', 'shortname', 'logo_url', 'primary_color', 'time_zone', 'people_hidden'])
    .select(['date_style', 'first_day', 'paper_size', 'watermark'])
    .select(sql<MagicLinks>`magic_links`.as('magic_links'))
    .select(sql<PapersOnDevices>`papers_on_devices`.as('papers_on_devices'))
    .select(sql<PaperLinks>`paper_links`.as('paper_links'))
    .select(['two_factor_required', 'trust_days', 'reminder_minutes', 'brief_days', 'destroy_notes_days', 'revision'])
    .select(sql<boolean>`has_second_factor((select current_user_id()))`.as('has_second_factor'))
    .where('id', '=', board.id),
);

export type SetupRow = NonNullable<ResultOf<typeof boardSetup>>;

export async function readSetup({ tx, now }: BoardScope): Promise<SetupRow> {
  const row = await boardSetup.run(tx, {}, now);
  if (row === null) throw new Error('The current board has no row.');
  return row;
}
