import { type Expression, type RawBuilder, sql } from 'kysely';
import type { LiveEvent } from '#contract/events.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { executeAhead } from '#server/db/flight-driver.ts';
import { type LiveMessage, liveChannel } from './messages.ts';

/** Member ids. Board admins receive the event even if they are not listed. */
export type LiveAudience = 'everyone' | readonly string[];
/** Only these members receive the event. Board admins who are not listed do not. */
type Exactly = { readonly exactly: readonly string[] };

/** PostgreSQL limits a notification to 8,000 bytes, so long lists of members are split. */
const membersPerMessage = 150;

export async function publishLive(
  scope: Pick<BoardScope, 'tx'> & { readonly board: Pick<BoardScope['board'], 'id'> },
  event: LiveEvent,
  audience: LiveAudience | Exactly = 'everyone',
): Promise<void> {
  for (const part of partsOfAudience(audience)) await notify(scope, { board: scope.board.id, audience: part, event });
}

export const sentToRoom = (
  { boardId, id, atOnce }: { readonly boardId: string; readonly id: string; readonly atOnce: boolean },
  revision: Expression<number>,
): RawBuilder<unknown> => sql`pg_notify(${liveChannel}, jsonb_build_object(
  'board', ${boardId}::uuid, 'room', ${id}::uuid, 'revision', ${revision}, 'at_once', ${atOnce}::boolean
)::text)`;

function partsOfAudience(audience: LiveAudience | Exactly) {
  if (audience === 'everyone') return [audience];
  if (!('exactly' in audience)) return partsOf(audience);
  return partsOf(audience.exactly).map(({ members }) => ({ exactly: members }));
}

/** Returns a part even if no member is listed, because board admins also receive the event. */
function partsOf(memberIds: readonly string[]) {
  const count = Math.max(1, Math.ceil(memberIds.length / membersPerMessage));
  return Array.from({ length: count }, (_, nth) => ({
    members: memberIds.slice(nth * membersPerMessage, (nth + 1) * membersPerMessage),
    admins: nth === 0,
  }));
}

/** Call this after changing rights. If `memberId` is null, ends the streams of all members. */
export async function endLiveStreams(scope: Pick<BoardScope, 'tx' | 'board'>, memberId: string | null): Promise<void> {
  await notify(scope, { board: scope.board.id, ended_member: memberId });
}

const notify = ({ tx }: Pick<BoardScope, 'tx'>, message: LiveMessage): Promise<void> =>
  executeAhead(tx, sql`select pg_notify(${liveChannel}, ${JSON.stringify(message)})`.compile(tx));
