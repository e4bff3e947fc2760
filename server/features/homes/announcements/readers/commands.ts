import { sql } from 'kysely';
import type { z } from 'zod';
import type { listAnnouncementReaders } from '#contract/announcements.ts';
import type { BoardLock } from '#server/db/board-lock.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { AnnouncementRow } from '#server/features/homes/announcements/queries.ts';
import { inAudience, readAudience } from '#server/features/members/audience/queries.ts';
import type { MembershipChange } from '#server/features/members/people/ports.ts';
import { presentAudienceMember } from '#server/features/members/people/present.ts';
import { listPeopleOf } from '#server/features/members/people/queries.ts';

/**
 * Ends the links of members who are out of an announcement's audience, so that who comes back finds the old one dead. Named
 * members or announcements are looked at, or all. The next link, which an editor sends, is of another generation.
 */
export async function endLinksOutsideAudience(
  scope: BoardScope,
  whom: {
    readonly lock: BoardLock<'audiences'>;
    readonly memberIds?: readonly string[];
    readonly announcementId?: string;
  },
): Promise<void> {
  const { memberIds, announcementId } = whom;
  await sql`
    update announcement_readers reader set uid_hash = null, link_generation = reader.link_generation + 1
    from announcements item
    where reader.board_id = ${scope.board.id}::uuid and reader.uid_hash is not null
      and item.board_id = reader.board_id and item.id = reader.announcement_id
      and (${memberIds === undefined}::boolean or reader.member_id = any(${memberIds ?? []}::uuid[]))
      and (${announcementId === undefined}::boolean or item.id = ${announcementId ?? null}::uuid)
      and not ${inAudience(scope, sql.ref('item.audience_id'), sql.ref('reader.member_id'))}
  `.execute(scope.tx);
}

/** The same for all that a member holds, who has left the board. */
async function endLinksOfMember(
  scope: BoardScope,
  { memberId }: { readonly lock: BoardLock<'audiences'>; readonly memberId: string },
): Promise<void> {
  await scope.tx
    .updateTable('announcement_readers')
    .set((eb) => ({ uid_hash: null, link_generation: eb('link_generation', '+', 1) }))
    .where('board_id', '=', scope.board.id)
    .where('member_id', '=', memberId)
    .where('uid_hash', 'is not', null)
    .execute();
}

/** Who is out of an announcement's audience, or off the board, has no link to it any more. */
export const announcementMembershipChange: MembershipChange = {
  async regrouped(scope, _secrets, { lock, memberIds }) {
    if (memberIds) await endLinksOutsideAudience(scope, { lock, memberIds });
    return { invited: 0, ended: 0 };
  },
  left: (scope, _secrets, change) => endLinksOfMember(scope, change),
};

type Readers = z.output<NonNullable<typeof listAnnouncementReaders.answer>>;

/** Looking again within this time is the same visit: what was new stays marked while one reads. */
const visitLastsMs = 30 * 60_000;
/** A visit under way is written down at most this often. */
const visitPauseMs = 60_000;

/**
 * Writes down that somebody signed in has opened a published announcement; answers when the visit before ended, null for
 * none. A magic link writes nothing: mail scanners open links too.
 */
export async function rememberOpening(scope: BoardScope, item: AnnouncementRow): Promise<Date | null> {
  if (item.state !== 'published' || scope.via.kind !== 'session') return null;
  const { tx, board, member, now } = scope;
  const own = await tx
    .selectFrom('announcement_readers')
    .select(['first_opened_at', 'last_visited_at', 'previous_visited_at'])
    .where('board_id', '=', board.id)
    .where('announcement_id', '=', item.id)
    .where('member_id', '=', member.id)
    .executeTakeFirst();
  const last = own?.last_visited_at ?? null;
  const passedMs = last === null ? Number.POSITIVE_INFINITY : now.getTime() - last.getTime();
  const before = passedMs < visitLastsMs ? (own?.previous_visited_at ?? null) : last;
  if (passedMs < visitPauseMs) return before;
  await tx
    .insertInto('announcement_readers')
    .values({
      board_id: board.id,
      announcement_id: item.id,
      member_id: member.id,
      first_opened_at: now,
      last_visited_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['board_id', 'announcement_id', 'member_id']).doUpdateSet((eb) => ({
        first_opened_at: eb.fn.coalesce('announcement_readers.first_opened_at', 'excluded.first_opened_at'),
        last_visited_at: now,
        previous_visited_at: before,
      })),
    )
    .execute();
  return before;
}

/** How many of its audience have opened it. */
export async function countOpened(
  scope: BoardScope,
  item: AnnouncementRow,
): Promise<{ readonly count: number; readonly of: number }> {
  return scope.tx
    .selectFrom('members as member')
    .leftJoin('announcement_readers as reader', (join) =>
      join
        .onRef('reader.board_id', '=', 'member.board_id')
        .onRef('reader.member_id', '=', 'member.id')
        .on('reader.announcement_id', '=', item.id),
    )
    .where('member.board_id', '=', scope.board.id)
    .where('member.status', '=', 'active')
    .where(inAudience(scope, sql<string>`${item.audience_id}::uuid`, sql.ref('member.id')))
    .select((eb) => [eb.fn.count<number>('reader.first_opened_at').as('count'), eb.fn.countAll<number>().as('of')])
    .executeTakeFirstOrThrow();
}

/** By name: who of the audience has opened it, and who not. */
export async function listReaders(scope: BoardScope, item: AnnouncementRow): Promise<Readers> {
  const people = await listPeopleOf(scope, await readAudience(scope, item.audience_id));
  const rows = await scope.tx
    .selectFrom('announcement_readers')
    .select(['member_id', 'first_opened_at'])
    .where('board_id', '=', scope.board.id)
    .where('announcement_id', '=', item.id)
    .where('first_opened_at', 'is not', null)
    .orderBy('first_opened_at', 'desc')
    .execute();
  const openedAt = new Map(rows.map((row) => [row.member_id, row.first_opened_at]));
  const active = people.filter((person) => person.status === 'active');
  const opened = active.flatMap((person) => {
    const at = openedAt.get(person.id);
    return at ? [{ ...presentAudienceMember(person), opened_at: at.toISOString() }] : [];
  });
  return {
    opened: opened.toSorted((one, other) => (one.opened_at < other.opened_at ? 1 : -1)),
    not_opened: active.filter((person) => !openedAt.has(person.id)).map(presentAudienceMember),
    pending: people.filter((person) => person.status === 'invited').map(presentAudienceMember),
  };
}
