import { sql } from 'kysely';
import type { PaperSize, Watermark } from '#domain/board-settings.ts';
import { type BoardClock, isoDate } from '#domain/dates.ts';
import { shownZone } from '#domain/time-zones.ts';
import type { Clock } from '#server/clock.ts';
import { AppError, notFound } from '#server/errors.ts';
import type { BoardTransaction, Database } from './database.ts';
import type { DeferredWrites } from './deferred-writes.ts';
import {
  type BoardRow,
  type BoardEntry as EnteringBySession,
  type EntryRow,
  entryQuery,
  type MagicLinks,
  type MemberEntryRow,
  memberEntryQuery,
  type ReaderRow,
  refusalOf,
  timeoutOf,
} from './entry.ts';
import { executeTogether } from './flight-driver.ts';
import { type Reading, type StatementResults, type Statements, sendingOf } from './page-statement.ts';
import { sessionUses } from './session-uses.ts';

export interface ScopeBoard {
  readonly id: string;
  readonly title: string;
  readonly shortname: string;
  readonly primaryColor: string;
  readonly logoUrl: string | null;
  readonly timeZone: string;
  readonly dates: BoardClock;
  readonly paperSize: PaperSize;
  readonly watermark: Watermark;
  readonly peopleHidden: boolean;
  readonly magicLinks: MagicLinks;
}

export interface ScopeGroup {
  readonly id: string;
  readonly isGroupAdmin: boolean;
}

export interface ScopeMember {
  readonly id: string;
  readonly userId: string;
  readonly slug: string;
  readonly isBoardAdmin: boolean;
  readonly groups: readonly ScopeGroup[];
}

/** Modules add their ports to this interface; `server/ports.ts` supplies the implementations. */
// biome-ignore lint/suspicious/noEmptyInterface: extended by the modules' ports.ts.
export interface Ports {}

declare const boardScopeBrand: unique symbol;

/** A member's open transaction, in which row-level security hides all other boards. */
export interface BoardScope {
  readonly [boardScopeBrand]: true;
  readonly tx: BoardTransaction;
  readonly ports: Ports;
  readonly board: ScopeBoard;
  readonly member: ScopeMember;
  /** The `magic` kinds open one item through a link in an email. `feed` opens the member's calendar. */
  readonly via:
    | { readonly kind: 'session' }
    | { readonly kind: 'magic'; readonly meetingId: string }
    | { readonly kind: 'magic-announcement'; readonly announcementId: string }
    | { readonly kind: 'magic-action-item'; readonly actionItemId: string }
    | { readonly kind: 'feed' };
  readonly now: Date;
  readonly clock: Clock;
}

/** Opens another transaction for the same member, so that slow work can run between two transactions. */
export type InScope = <T>(work: (scope: BoardScope) => Promise<T>) => Promise<T>;

export type BoardJobScope = Omit<BoardScope, 'member' | 'via'>;

interface Opening {
  readonly db: Database;
  readonly clock: Clock;
  readonly ports: Ports;
}

interface Entering {
  readonly boardId: string;
  readonly userId: string;
  readonly via?: BoardScope['via'];
  readonly sessionId?: string;
  /** If set, the board's requirements for a second factor and a sign-in provider do not apply. */
  readonly isJoining?: true;
}

/**
 * Throws `not-found` for a non-member or a suspended board, and `two-factor-missing` or `provider-missing` if a
 * requirement is not met.
 */
export async function withBoardScope<T>(
  opening: Opening,
  who: Entering,
  work: (scope: BoardScope) => Promise<T>,
): Promise<T> {
  return opening.db.transaction().execute(async (tx) => work(await enterBoard(tx, opening, who)));
}

/** Checks the caller's session and rights in the request's own transaction. Throws if the caller is rejected. */
export async function withSessionScope<T>(
  opening: Opening & { readonly deferred: DeferredWrites },
  who: Omit<EnteringBySession, 'now'>,
  work: (scope: BoardScope, sessionId: string) => Promise<T>,
): Promise<T> {
  const nothing = { statements: {}, params: {} };
  return withLoadedScope(opening, who, nothing, (scope, _found, sessionId) => work(scope, sessionId));
}

/** Like `withSessionScope`, but sends the first statements together with the checks, which saves a round trip. */
export async function withLoadedScope<Params, S extends Statements<Params>, T>(
  opening: Opening & { readonly deferred: DeferredWrites },
  who: Omit<EnteringBySession, 'now'>,
  loading: Reading<Params, S>,
  work: (scope: BoardScope, found: StatementResults<S>, sessionId: string) => Promise<T>,
): Promise<T> {
  const { session } = who;
  return opening.db.transaction().execute(async (tx) => {
    const now = opening.clock.now();
    const { row, found } = await enterBySession(tx, { ...who, now }, loading);
    if (row.is_use_due && 'token' in session) opening.deferred.add(sessionUses, { token: session.token, at: now });
    const { ports, clock } = opening;
    return work({ tx, ports, clock, ...readerOfRow(row, now) } as BoardScope, found, row.session_id);
  });
}

export async function readTogether<Params, S extends Statements<Params>>(
  { tx, now }: Pick<BoardScope, 'tx' | 'now'>,
  reading: Reading<Params, S>,
): Promise<StatementResults<S>> {
  const { queries, foundIn } = sendingOf(reading, now, 'tables');
  return foundIn(await executeTogether(tx, queries));
}

async function enterBySession<Params, S extends Statements<Params>>(
  tx: BoardTransaction,
  who: EnteringBySession,
  loading: Reading<Params, S>,
): Promise<{ readonly row: EntryRow; readonly found: StatementResults<S> }> {
  const { queries, foundIn } = sendingOf(loading, who.now, 'tables');
  try {
    const [entered, ...loaded] = await executeTogether(tx, [entryQuery(who), ...queries]);
    const row = (entered?.[0] as { readonly entered: EntryRow } | undefined)?.entered;
    if (row === undefined) throw new Error('The gate returned no row.');
    return { row, found: foundIn(loaded) };
  } catch (error) {
    throw refusalOf(error) ?? timeoutOf(error) ?? error;
  }
}

export type Reader = Pick<BoardScope, 'board' | 'member' | 'via' | 'now'>;
export type ReaderWithPorts = Reader & Pick<BoardScope, 'ports'>;

export function readerOfRow(row: ReaderRow, now: Date, via: BoardScope['via'] = { kind: 'session' }): Reader {
  return {
    board: boardOf(row),
    member: {
      id: row.member_id,
      userId: row.user_id,
      slug: row.slug,
      isBoardAdmin: row.is_board_admin,
      groups: row.groups.map((group) => ({ id: group.id, isGroupAdmin: group.is_group_admin })),
    },
    via,
    now,
  };
}

function boardOf(row: BoardRow): ScopeBoard {
  const timeZone = shownZone(row.time_zone);
  return {
    id: row.board_id,
    title: row.title,
    shortname: row.shortname,
    primaryColor: row.primary_color,
    logoUrl: row.logo_url,
    timeZone,
    dates: { timeZone, dateStyle: row.date_style },
    paperSize: row.paper_size,
    watermark: row.watermark,
    peopleHidden: row.people_hidden,
    magicLinks: row.magic_links,
  };
}

export async function enterBoard(
  tx: BoardTransaction,
  { clock, ports }: Omit<Opening, 'db'>,
  who: Entering,
): Promise<BoardScope> {
  // Requests through a secret URL are exempt from the board's requirements for a second factor and a sign-in provider.
  const via = who.via ?? { kind: 'session' };
  const entering = memberEntryQuery({
    boardId: who.boardId,
    userId: who.userId,
    isSignedIn: via.kind === 'session',
    sessionId: who.sessionId ?? null,
  });
  const [entered] = await executeTogether(tx, [entering]);
  const row = entered?.[0] as MemberEntryRow | undefined;
  if (!row || row.suspended) throw notFound();
  if (via.kind === 'session' && who.isJoining !== true) {
    if (row.provider_missing) throw new AppError('provider-missing');
    if (row.two_factor_missing) throw new AppError('two-factor-missing');
  }
  return { tx, ports, clock, ...readerOfRow({ ...row, user_id: who.userId }, clock.now(), via) } as BoardScope;
}

export class BoardSuspended extends Error {
  override readonly name = 'BoardSuspended';
}

/**
 * Returns null if the board was deleted. Throws `BoardSuspended` for a suspended board unless `evenSuspended` is set.
 */
export async function withBoardJobScope<T>(
  opening: Opening,
  boardId: string,
  work: (scope: BoardJobScope) => Promise<T>,
  options: { readonly evenSuspended?: boolean } = {},
): Promise<T | null> {
  return opening.db.transaction().execute(async (tx) => {
    const entered = await enterBoardAsNobody(tx, opening, boardId);
    if (entered === null) return null;
    if (entered.isSuspended && options.evenSuspended !== true) throw new BoardSuspended();
    return work(entered.scope);
  });
}

/** Returns null if the board does not exist. */
export async function enterBoardAsNobody(
  tx: BoardTransaction,
  { clock, ports }: Omit<Opening, 'db'>,
  boardId: string,
): Promise<{ readonly scope: BoardJobScope; readonly isSuspended: boolean } | null> {
  await sql`select set_config('dais.board_id', ${boardId}, true)`.execute(tx);
  const board = await tx
    .selectFrom('boards')
    .select(['id as board_id', 'title', 'shortname', 'primary_color', 'logo_url', 'people_hidden'])
    .select(['time_zone', 'date_style', 'paper_size', 'watermark', 'suspended_at'])
    .select((eb) => eb.ref('magic_links').$castTo<MagicLinks>().as('magic_links'))
    .where('id', '=', boardId)
    .executeTakeFirst();
  if (!board) return null;
  const scope = { tx, ports, board: boardOf(board), now: clock.now(), clock } as BoardJobScope;
  return { scope, isSuspended: board.suspended_at !== null };
}

/** Always false for a request through a secret URL, even if the URL belongs to an admin. */
export const isSignedInAdmin = (reader: Pick<BoardScope, 'member' | 'via'>): boolean =>
  reader.via.kind === 'session' && reader.member.isBoardAdmin;

/** Whether the reader may create items. The caller must also check the chosen audience. */
export const mayBeEditor = (reader: Pick<BoardScope, 'member' | 'via'>): boolean =>
  reader.via.kind === 'session' &&
  (reader.member.isBoardAdmin || reader.member.groups.some((group) => group.isGroupAdmin));

export const todayOf = ({ board, now }: Pick<Reader, 'board' | 'now'>): string => isoDate(now, board.timeZone);
