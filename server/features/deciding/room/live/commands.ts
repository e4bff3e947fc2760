import { sql } from 'kysely';
import type { DeferredKind } from '#server/db/deferred-writes.ts';

interface Heard {
  readonly boardId: string;
  readonly id: string;
  readonly memberId: string;
}

export const roomConnections: DeferredKind<Heard> = {
  name: 'connections to rooms',
  keyOf: ({ id, memberId }) => `${id} ${memberId}`,
  async write(db, heard) {
    await sql`
      select gate.note_room_connections(${heard.map(({ boardId }) => boardId)}::uuid[], ${heard.map(({ id }) => id)}::uuid[],
        ${heard.map(({ memberId }) => memberId)}::uuid[])
    `.execute(db);
  },
};
