import { sql } from 'kysely';
import type { Clock } from '#server/clock.ts';
import { AppError, notFound } from '#server/errors.ts';
import type { BoardTransaction, Database } from './database.ts';

export type MagicLinks = 'full' | 'answer' | 'off';

export interface ScopeBoard {
  readonly id: string;
  readonly title: string;
  readonly shortname: string;
  readonly primaryColor: string;
  readonly logoUrl: string | null;
  readonly timeZone: string;
  readonly peopleHidden: boolean;
  /** What the board's magic links show: all of their item, what is needed to answer, or nothing. */
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
  /** The groups that the member belongs to. */
  readonly groups: readonly ScopeGroup[];
}

/**
 * What nouns ask of those above them. Each noun that asks adds its own ports here, in its `ports.ts`; `server/ports.ts` hands
 * the implementations in.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by the nouns' ports.ts.
export interface Ports {}

declare const boardScopeBrand: unique symbol;

/**
 * An open transaction on one board, with whoever acts there. Made only in this file; everything that reads or writes a
 * board's rows takes it first. Row-level security is set to the same board for as long as it lives.
 */
export interface BoardScope {
  readonly [boardScopeBrand]: true;
  readonly tx: BoardTransaction;
  readonly ports: Ports;
  readonly board: ScopeBoard;
  readonly member: ScopeMember;
  /**
   * `session`: signed in. Every other is a secret address, which opens one thing alone: `magic` a meeting,
   * `magic-announcement` an announcement, `feed` the member's calendar.
   */
  readonly via:
    | { readonly kind: 'session' }
    | { readonly kind: 'magic'; readonly meetingId: string }
    | { readonly kind: 'magic-announcement'; readonly announcementId: string }
    | { readonly kind: 'feed' };
  /** One instant for the whole request. */
  readonly now: Date;
}

/** Opens the same board for the same member again: for work that must not hold one transaction all the while. */
export type InScope = <T>(work: (scope: BoardScope) => Promise<T>) => Promise<T>;

/** A board's transaction for a job: nobody acts, nothing is asked of a policy. */
export interface BoardJobScope {
  readonly [boardScopeBrand]: true;
  readonly tx: BoardTransaction;
  readonly ports: Ports;
  readonly board: ScopeBoard;
  readonly now: Date;
}

interface Opening {
  readonly db: Database;
  readonly clock: Clock;
  readonly ports: Ports;
}

interface Entering {
  readonly boardId: string;
  readonly userId: string;
  readonly via?: BoardScope['via'];
  /** In the moment of joining, when nothing is shown yet: a second factor that the board asks for may still be missing. */
  readonly isJoining?: true;
}

/**
 * Throws `not-found` unless the user is an active member of the board and the board is not suspended, and
 * `two-factor-missing` where the board asks for a second factor that the user has not set up.
 */
export async function withBoardScope<T>(
  opening: Opening,
  who: Entering,
  work: (scope: BoardScope) => Promise<T>,
): Promise<T> {
  return opening.db.transaction().execute(async (tx) => work(await enterBoard(tx, opening, who)));
}

/** The same inside a transaction that is open already: for whoever becomes a member in it. */
export async function enterBoard(
  tx: BoardTransaction,
  { clock, ports }: Omit<Opening, 'db'>,
  who: Entering,
): Promise<BoardScope> {
  const entered = await sql<{
    board_id: string;
    title: string;
    shortname: string;
    primary_color: string;
    logo_url: string | null;
    time_zone: string;
    people_hidden: boolean;
    suspended: boolean;
    magic_links: MagicLinks;
    two_factor_missing: boolean;
    member_id: string;
    slug: string;
    is_board_admin: boolean;
    groups: readonly { readonly id: string; readonly is_group_admin: boolean }[];
  }>`
    select board_id, title, shortname, primary_color, logo_url, time_zone, people_hidden, suspended, magic_links, two_factor_missing,
      member_id, slug, is_board_admin, groups
    from enter_board(${who.boardId}::uuid, ${who.userId}::uuid)
  `.execute(tx);
  const row = entered.rows[0];
  if (!row || row.suspended) throw notFound();
  // A magic address is nobody's sign-in; what it may show is the board's other setting.
  const via = who.via ?? { kind: 'session' };
  if (row.two_factor_missing && via.kind === 'session' && who.isJoining !== true)
    throw new AppError('two-factor-missing');
  return {
    tx,
    ports,
    board: {
      id: row.board_id,
      title: row.title,
      shortname: row.shortname,
      primaryColor: row.primary_color,
      logoUrl: row.logo_url,
      timeZone: row.time_zone,
      peopleHidden: row.people_hidden,
      magicLinks: row.magic_links,
    },
    member: {
      id: row.member_id,
      userId: who.userId,
      slug: row.slug,
      isBoardAdmin: row.is_board_admin,
      groups: row.groups.map((group) => ({
        id: group.id,
        isGroupAdmin: group.is_group_admin,
      })) as readonly ScopeGroup[],
    },
    via,
    now: clock.now(),
  } as BoardScope;
}

/** A suspended board's jobs wait (product.md, section 2): the worker asks for them again later. */
export class BoardSuspended extends Error {
  override readonly name = 'BoardSuspended';
}

/**
 * Answers null without calling `work` when the board is gone. Throws `BoardSuspended` when it is suspended, unless the
 * work is housekeeping that must go on all the same.
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

/** The same inside a transaction that is open already: for the one in which a board is made. Null when there is none. */
export async function enterBoardAsNobody(
  tx: BoardTransaction,
  { clock, ports }: Omit<Opening, 'db'>,
  boardId: string,
): Promise<{ readonly scope: BoardJobScope; readonly isSuspended: boolean } | null> {
  await sql`select set_config('dais.board_id', ${boardId}, true)`.execute(tx);
  const board = await tx.selectFrom('boards').selectAll().where('id', '=', boardId).executeTakeFirst();
  if (!board) return null;
  const scope = {
    tx,
    ports,
    board: {
      id: board.id,
      title: board.title,
      shortname: board.shortname,
      primaryColor: board.primary_color,
      logoUrl: board.logo_url,
      timeZone: board.time_zone,
      peopleHidden: board.people_hidden,
      magicLinks: board.magic_links as MagicLinks,
    },
    now: clock.now(),
  } as BoardJobScope;
  return { scope, isSuspended: board.suspended_at !== null };
}

/** A board admin who is signed in: a secret address makes nobody one. What only they may do asks this. */
export const isSignedInAdmin = (reader: Pick<BoardScope, 'member' | 'via'>): boolean =>
  reader.via.kind === 'session' && reader.member.isBoardAdmin;

/** Whoever may make items at all: for which audience, its noun's policy says once it is known. */
export const mayBeEditor = (reader: Pick<BoardScope, 'member' | 'via'>): boolean =>
  reader.via.kind === 'session' &&
  (reader.member.isBoardAdmin || reader.member.groups.some((group) => group.isGroupAdmin));
