import { sql } from 'kysely';
import { adjournedAfterMs } from '#domain/room.ts';
import type { DueItem } from '#server/jobs/each-due.ts';

const adjournedAtOnceMax = 500;

export const selectOverdueRooms = (now: Date) => sql<DueItem>`
  select board_id, meeting_id as id
  from gate.rooms_to_adjourn(${new Date(+now - adjournedAfterMs)}, ${adjournedAtOnceMax})
`;
