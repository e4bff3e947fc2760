import { sql } from 'kysely';
import type { ScopeBoard } from './board-scope.ts';
import type { BoardTransaction } from './database.ts';

/**
 * What is changed by one transaction of a board at a time, in the order in which turns are taken: whoever needs two takes the
 * one that stands first here first, and every turn before any row's lock. So each finds what the one before has written, and
 * no two wait for each other.
 *
 * - `invitations`: slugs, addresses and the day's count, of admins who invite at once.
 * - `audiences`: who is invited to what. Publishing, bringing back, an audience, a group's members, joining, leaving.
 * - `library`: which folder stands where. Two moves that are each right could together make a circle, or too deep a tree.
 * - `profile-fields`: names and order of the whole list.
 * - `board-books`: how many of them a member waits for.
 */
const turnsInOrder = ['invitations', 'audiences', 'library', 'profile-fields', 'board-books'] as const;

export type BoardLockName = (typeof turnsInOrder)[number];

declare const turnBrand: unique symbol;

/** Says that the transaction has its turn, until it ends. Made only in this file; what must not be done out of turn asks for it. */
export interface BoardLock<Name extends BoardLockName> {
  readonly [turnBrand]: Name;
}

interface Taking {
  readonly tx: BoardTransaction;
  readonly board: Pick<ScopeBoard, 'id'>;
}

const taken = new WeakMap<BoardTransaction, Set<BoardLockName>>();

/** Waits for the board's turn; the transaction that has it already goes on. Throws when turns are taken out of their order. */
export async function lockBoard<Name extends BoardLockName>(
  { tx, board }: Taking,
  name: Name,
): Promise<BoardLock<Name>> {
  const held = taken.get(tx) ?? new Set();
  if (!held.has(name)) {
    const after = turnsInOrder.slice(turnsInOrder.indexOf(name) + 1).find((later) => held.has(later));
    if (after !== undefined) throw new Error(`The turn "${name}" is taken before "${after}", never after it.`);
    await sql`select pg_advisory_xact_lock(hashtextextended(${`turn:${name}:${board.id}`}, 0))`.execute(tx);
    taken.set(tx, held.add(name));
  }
  return { [name]: true } as unknown as BoardLock<Name>;
}
