import { type RawBuilder, sql } from 'kysely';
import { visitLastsMs, visitPauseMs } from '#domain/visits.ts';
import type { DeferredKind } from '#server/db/deferred-writes.ts';

interface Visit {
  readonly boardId: string;
  readonly homeId: string;
  readonly memberId: string;
  readonly at: Date;
}

export const meetingVisits = visitsOf('visits of meetings', sql`gate.note_meeting_visits`);

/** Opening a magic link is not recorded, because mail scanners also open links. */
export const announcementVisits = visitsOf('visits of announcements', sql`gate.note_announcement_visits`);

function visitsOf(name: string, note: RawBuilder<unknown>): DeferredKind<Visit> {
  return {
    name,
    keyOf: ({ homeId, memberId }) => `${homeId} ${memberId}`,
    async write(db, visits) {
      const of = <T>(field: (visit: Visit) => T): T[] => visits.map(field);
      await sql`
        select ${note}(${of(({ boardId }) => boardId)}::uuid[],
          ${of(({ homeId }) => homeId)}::uuid[], ${of(({ memberId }) => memberId)}::uuid[],
          ${of(({ at }) => at)}::timestamptz[],
          make_interval(secs => ${visitLastsMs / 1000}), make_interval(secs => ${visitPauseMs / 1000}))
      `.execute(db);
    },
  };
}
