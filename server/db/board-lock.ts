import { sql } from 'kysely';
import type { ScopeBoard } from './board-scope.ts';
import type { BoardTransaction } from './database.ts';

/**
 * To avoid deadlocks, take these locks in this order and before any row lock. Lock rows in this order: meeting, live
 * room, written resolution, body, minutes, agenda item.
 */
const locksInOrder = ['invitations', 'audiences', 'library', 'profile-fields', 'board-books', 'resolutions'] as const;

export type BoardLockName = (typeof locksInOrder)[number];

declare const lockBrand: unique symbol;

/** Proves that the transaction has taken the lock. */
export interface BoardLock<Name extends BoardLockName> {
  readonly [lockBrand]: Name;
}

const taken = new WeakMap<BoardTransaction, Set<BoardLockName>>();

/** A transaction may take the same lock twice. Throws if locks are taken out of order. */
export async function lockBoard<Name extends BoardLockName>(
  { tx, board }: { readonly tx: BoardTransaction; readonly board: Pick<ScopeBoard, 'id'> },
  name: Name,
): Promise<BoardLock<Name>> {
  const held = taken.get(tx) ?? new Set();
  if (!held.has(name)) {
    const after = locksInOrder.slice(locksInOrder.indexOf(name) + 1).find((later) => held.has(later));
    if (after !== undefined) throw new Error(`The lock "${name}" is taken before "${after}", never after it.`);
    await sql`select pg_advisory_xact_lock(hashtextextended(${`lock:${name}:${board.id}`}, 0))`.execute(tx);
    taken.set(tx, held.add(name));
  }
  return { [name]: true } as unknown as BoardLock<Name>;
}
