import { sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { Turn } from '#server/db/turn.ts';
import { endLiveStreams } from '#server/http/live-hub.ts';
import type { Secrets } from '#server/secrets.ts';
import type { LockedPerson } from './lock.ts';
import { noteLeft } from './membership.ts';

/**
 * Ends what opens a board to a member who is not active any more, in this same transaction: the board in every session
 * of theirs, their open streams, and the secret addresses that they hold. These are renewed rather than deleted, so that
 * a member who comes back gets others than those that were taken away.
 */
export async function endAccess(
  scope: BoardScope,
  secrets: Secrets,
  { turn, person }: { readonly turn: Turn<'audiences'>; readonly person: LockedPerson },
): Promise<void> {
  await noteLeft(scope, secrets, { turn, memberId: person.id });
  if (person.userId !== null) {
    await sql`select gate.leave_board(${person.userId}::uuid, ${scope.board.id}::uuid)`.execute(scope.tx);
  }
  await endLiveStreams(scope, person.id);
}
