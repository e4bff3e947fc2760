import { sql } from 'kysely';
import type { DeferredKind } from '#server/db/deferred-writes.ts';
import type { LiveRooms } from '#server/features/core/events/ports.ts';

export const roomConnections: DeferredKind<Parameters<LiveRooms['noteHeard']>[1]> = {
  name: 'connections to rooms',
  keyOf: ({ id, memberId }) => `${id} ${memberId}`,
  async write(db, heard) {
    await sql`
      select gate.note_room_connections(${heard.map(({ boardId }) => boardId)}::uuid[], ${heard.map(({ id }) => id)}::uuid[],
        ${heard.map(({ memberId }) => memberId)}::uuid[])
    `.execute(db);
  },
};
