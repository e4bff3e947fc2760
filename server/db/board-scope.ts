import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { notFound } from '../errors.ts';
import type { BoardTransaction, Database } from './database.ts';

export interface ScopeBoard {
  readonly id: string;
  readonly title: string;
  readonly shortname: string;
  readonly primaryColor: string;
  readonly logoUrl: string | null;
  readonly timeZone: string;
  readonly peopleHidden: boolean;
}

export interface ScopeMember {
  readonly id: string;
  readonly userId: string;
  readonly slug: string;
  readonly isBoardAdmin: boolean;
}

declare const boardScopeBrand: unique symbol;

/**
 * An open transaction on one board, with whoever acts there. Made only in this file; everything that reads or writes a
 * board's rows takes it first. Row-level security is set to the same board for as long as it lives.
 */
export interface BoardScope {
  readonly [boardScopeBrand]: true;
  readonly tx: BoardTransaction;
  readonly board: ScopeBoard;
  readonly member: ScopeMember;
  /** `session`: signed in; `magic`: by a secret address, for that one meeting. */
  readonly via: { readonly kind: 'session' } | { readonly kind: 'magic'; readonly meetingId: string };
  /** One instant for the whole request. */
  readonly now: Date;
}

/** Opens the same board for the same member again: for work that must not hold one transaction all the while. */
export type InScope = <T>(work: (scope: BoardScope) => Promise<T>) => Promise<T>;

/** A board's transaction for a job: nobody acts, nothing is asked of a policy. */
export interface BoardJobScope {
  readonly [boardScopeBrand]: true;
  readonly tx: BoardTransaction;
  readonly board: ScopeBoard;
  readonly now: Date;
}

interface Opening {
  readonly db: Database;
  readonly clock: Clock;
}

interface Entering {
  readonly boardId: string;
  readonly userId: string;
  readonly via?: BoardScope['via'];
}

/** Throws `not-found` unless the user is an active member of the board and the board is not suspended. */
export async function withBoardScope<T>(
  opening: Opening,
  who: Entering,
  work: (scope: BoardScope) => Promise<T>,
): Promise<T> {
  return opening.db.transaction().execute(async (tx) => work(await enterBoard(tx, opening.clock, who)));
}

/** The same inside a transaction that is open already: for whoever becomes a member in it. */
export async function enterBoard(tx: BoardTransaction, clock: Clock, who: Entering): Promise<BoardScope> {
  const entered = await sql<{
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
  }>`select * from enter_board(${who.boardId}::uuid, ${who.userId}::uuid)`.execute(tx);
  const row = entered.rows[0];
  if (!row || row.suspended) throw notFound();
  return {
    tx,
    board: {
      id: row.board_id,
      title: row.title,
      shortname: row.shortname,
      primaryColor: row.primary_color,
      logoUrl: row.logo_url,
      timeZone: row.time_zone,
      peopleHidden: row.people_hidden,
    },
    member: { id: row.member_id, userId: who.userId, slug: row.slug, isBoardAdmin: row.is_board_admin },
    via: who.via ?? { kind: 'session' },
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
    await sql`select set_config('dais.board_id', ${boardId}, true)`.execute(tx);
    const board = await tx.selectFrom('boards').selectAll().where('id', '=', boardId).executeTakeFirst();
    if (!board) return null;
    if (board.suspended_at !== null && options.evenSuspended !== true) throw new BoardSuspended();
    const scope = {
      tx,
      board: {
        id: board.id,
        title: board.title,
        shortname: board.shortname,
        primaryColor: board.primary_color,
        logoUrl: board.logo_url,
        timeZone: board.time_zone,
        peopleHidden: board.people_hidden,
      },
      now: opening.clock.now(),
    } as BoardJobScope;
    return work(scope);
  });
}
