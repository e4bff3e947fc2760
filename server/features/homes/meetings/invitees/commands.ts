import { sql } from 'kysely';
import type { BoardLock } from '#server/db/board-lock.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { queueMails } from '#server/features/core/mail/commands.ts';
import { meetingUid } from '#server/features/core/secret-addresses/present.ts';
import { dateAskedMail } from '#server/features/homes/meetings/base/commands.ts';
import { upcomingWhere } from '#server/features/homes/meetings/base/policy.ts';
import { publishMeetingChanged } from '#server/features/homes/meetings/commands.ts';
import { inAudience } from '#server/features/members/audience/queries.ts';
import type { MembershipChange } from '#server/features/members/people/ports.ts';
import { hashToken, type Secrets } from '#server/secrets.ts';
import { meetingPublishedMail } from './mail.ts';

/** How far ahead a new member is asked along. */
export const upcomingMeetingsMax = 50;

/**
 * Makes a member who has just joined, or come back, an invitee of every published meeting to come that is for them, with a magic
 * link to each. What tells them is another message.
 */
export async function inviteToUpcomingMeetings(
  scope: BoardScope,
  secrets: Secrets,
  { lock, memberId }: { readonly lock: BoardLock<'audiences'>; readonly memberId: string },
): Promise<void> {
  await alignInvitees(scope, secrets, { lock, memberIds: [memberId], quiet: true });
}

/**
 * What awaits the member: published meetings that have not ended, soonest first; then those that find their date and offer one
 * that is not over.
 */
export async function listUpcomingMeetings(scope: Pick<BoardScope, 'tx' | 'board' | 'now'>, memberId: string) {
  return scope.tx
    .selectFrom('meetings')
    .select(['id', 'title', 'starts_at', 'finds_date'])
    .where('board_id', '=', scope.board.id)
    .where('state', 'in', ['published', 'finding-date'])
    .where('deleted_at', 'is', null)
    .where('ends_at', '>', scope.now)
    .$narrowType<{ starts_at: Date; ends_at: Date }>()
    .where(inAudience(scope, sql.ref('meetings.audience_id'), sql<string>`${memberId}::uuid`))
    .orderBy('finds_date')
    .orderBy('starts_at')
    .limit(upcomingMeetingsMax)
    .execute();
}

/** Which of the board's meetings to come, published or finding their date, and which members; all of them unless named. */
export interface Whom {
  /** Two who bring the same invitees in line would each miss what the other does. */
  readonly lock: BoardLock<'audiences'>;
  readonly meetingIds?: readonly string[];
  readonly memberIds?: readonly string[];
  /** Meetings that are over already count too: one that is published late. */
  readonly evenOver?: boolean;
  /** Who is invited is told by other mail. */
  readonly quiet?: boolean;
}

interface Place {
  readonly meeting_id: string;
  readonly member_id: string;
}

interface Invited extends Place {
  readonly findsDate: boolean;
  readonly isActive: boolean;
  /** Of the magic link: higher than that of a link which has ended. */
  readonly generation: number;
}

/**
 * Brings the invitees of published meetings in line with their audiences. Who has come into one is invited, with a magic link
 * and one message if active; who has left one before the meeting was over is no invitee any more: the link ends, the answer is kept
 * aside. What stays is not touched.
 */
export async function alignInvitees(
  scope: BoardScope,
  secrets: Secrets,
  whom: Whom,
): Promise<{ readonly invited: readonly Invited[]; readonly left: readonly Place[] }> {
  const left = await takeOut(scope, whom);
  const invited = await invite(scope, whom);
  await link(scope, secrets, invited);
  const mailed = Map.groupBy(whom.quiet ? [] : invited.filter((each) => each.isActive), (each) => each.meeting_id);
  for (const [meetingId, members] of mailed) {
    const kind = members[0]?.findsDate ? dateAskedMail : meetingPublishedMail;
    const memberIds = members.map((each) => each.member_id);
    await queueMails(scope, { kind, memberIds, subjectId: meetingId });
  }
  const leavers = Map.groupBy(left, (each) => each.meeting_id);
  for (const meetingId of new Set([...leavers.keys(), ...invited.map((each) => each.meeting_id)])) {
    const gone = (leavers.get(meetingId) ?? []).map((each) => each.member_id);
    await publishMeetingChanged(scope, { id: meetingId, state: 'published' }, gone);
  }
  return { invited, left };
}

/** Meetings that `whom` is about. */
function selectMeetings(scope: BoardScope, whom: Whom) {
  return scope.tx
    .selectFrom('meetings as meeting')
    .where('meeting.board_id', '=', scope.board.id)
    .where('meeting.deleted_at', 'is', null)
    .where('meeting.state', 'in', ['published', 'finding-date'])
    .$if(!whom.evenOver, (query) => query.where(upcomingWhere(scope, 'meeting')))
    .$if(whom.meetingIds !== undefined, (query) =>
      query.where('meeting.id', '=', sql<string>`any(${whom.meetingIds}::uuid[])`),
    );
}

async function takeOut(scope: BoardScope, whom: Whom): Promise<readonly Place[]> {
  const { tx, board, now } = scope;
  const left = await selectMeetings(scope, whom)
    .innerJoin('invitees as invitee', (join) =>
      join.onRef('invitee.board_id', '=', 'meeting.board_id').onRef('invitee.meeting_id', '=', 'meeting.id'),
    )
    .leftJoin('magic_links as link', (join) =>
      join
        .onRef('link.board_id', '=', 'invitee.board_id')
        .onRef('link.meeting_id', '=', 'invitee.meeting_id')
        .onRef('link.member_id', '=', 'invitee.member_id'),
    )
    .$if(whom.memberIds !== undefined, (query) =>
      query.where('invitee.member_id', '=', sql<string>`any(${whom.memberIds}::uuid[])`),
    )
    .where((eb) => eb.not(inAudience(scope, sql.ref('meeting.audience_id'), sql.ref('invitee.member_id'))))
    .select((eb) => [
      'invitee.meeting_id',
      'invitee.member_id',
      'invitee.acceptance',
      'invitee.answered_at',
      'invitee.last_visited_at',
      'invitee.previous_visited_at',
      eb.fn.coalesce('link.generation', eb.lit(0)).as('link_generation'),
    ])
    // An answer that is just being given goes along.
    .forUpdate('invitee')
    .execute();
  if (left.length === 0) return [];
  // Arrays, since rows of values run out of places for parameters where many people meet many meetings.
  await sql`
    insert into former_invitees (
      board_id, meeting_id, member_id, acceptance, answered_at, last_visited_at, previous_visited_at, link_generation, left_at
    )
    select ${board.id}::uuid, gone.*, ${now}::timestamptz
    from unnest(
      ${left.map((row) => row.meeting_id)}::uuid[],
      ${left.map((row) => row.member_id)}::uuid[],
      ${left.map((row) => row.acceptance)}::text[],
      ${left.map((row) => row.answered_at)}::timestamptz[],
      ${left.map((row) => row.last_visited_at)}::timestamptz[],
      ${left.map((row) => row.previous_visited_at)}::timestamptz[],
      ${left.map((row) => row.link_generation)}::int[]
    ) as gone
  `.execute(tx);
  // The magic links go along.
  await sql`
    delete from invitees using unnest(${left.map((row) => row.meeting_id)}::uuid[], ${left.map((row) => row.member_id)}::uuid[])
      as gone (meeting_id, member_id)
    where invitees.board_id = ${board.id} and invitees.meeting_id = gone.meeting_id and invitees.member_id = gone.member_id
  `.execute(tx);
  return left;
}

async function invite(scope: BoardScope, whom: Whom): Promise<readonly Invited[]> {
  const { tx, board } = scope;
  const came = await selectMeetings(scope, whom)
    .innerJoin('members as member', 'member.board_id', 'meeting.board_id')
    .leftJoin('former_invitees as former', (join) =>
      join
        .onRef('former.board_id', '=', 'meeting.board_id')
        .onRef('former.meeting_id', '=', 'meeting.id')
        .onRef('former.member_id', '=', 'member.id'),
    )
    .leftJoin('invitees as present', (join) =>
      join
        .onRef('present.board_id', '=', 'meeting.board_id')
        .onRef('present.meeting_id', '=', 'meeting.id')
        .onRef('present.member_id', '=', 'member.id'),
    )
    .leftJoin('magic_links as link', (join) =>
      join
        .onRef('link.board_id', '=', 'present.board_id')
        .onRef('link.meeting_id', '=', 'present.meeting_id')
        .onRef('link.member_id', '=', 'present.member_id'),
    )
    .$if(whom.memberIds !== undefined, (query) =>
      query.where('member.id', '=', sql<string>`any(${whom.memberIds}::uuid[])`),
    )
    .where('member.status', 'in', ['active', 'invited'])
    // Not invited yet; or invited while pending, and active since.
    .where((eb) =>
      eb.or([
        eb('present.member_id', 'is', null),
        eb.and([eb('member.status', '=', 'active'), eb('link.member_id', 'is', null)]),
      ]),
    )
    .where(inAudience(scope, sql.ref('meeting.audience_id'), sql.ref('member.id')))
    .select((eb) => [
      'meeting.id as meeting_id',
      'meeting.finds_date',
      'member.id as member_id',
      'member.status',
      'former.acceptance',
      'former.answered_at',
      'former.last_visited_at',
      'former.previous_visited_at',
      eb.fn.coalesce('former.link_generation', eb.lit(0)).as('ended_generation'),
    ])
    .execute();
  if (came.length === 0) return [];
  await sql`
    insert into invitees (
      board_id, meeting_id, member_id, acceptance, answered_at, last_visited_at, previous_visited_at
    )
    select ${board.id}::uuid, invited.*
    from unnest(
      ${came.map((row) => row.meeting_id)}::uuid[],
      ${came.map((row) => row.member_id)}::uuid[],
      ${came.map((row) => row.acceptance ?? 'none')}::text[],
      ${came.map((row) => row.answered_at)}::timestamptz[],
      ${came.map((row) => row.last_visited_at)}::timestamptz[],
      ${came.map((row) => row.previous_visited_at)}::timestamptz[]
    ) as invited
    on conflict do nothing
  `.execute(tx);
  await sql`
    delete from former_invitees using unnest(${came.map((row) => row.meeting_id)}::uuid[], ${came.map((row) => row.member_id)}::uuid[])
      as back (meeting_id, member_id)
    where former_invitees.board_id = ${board.id}
      and former_invitees.meeting_id = back.meeting_id and former_invitees.member_id = back.member_id
  `.execute(tx);
  return came.map((row) => ({
    meeting_id: row.meeting_id,
    member_id: row.member_id,
    findsDate: row.finds_date,
    isActive: row.status === 'active',
    generation: row.ended_generation + 1,
  }));
}

/** Pending members get their links when they join. */
async function link(scope: BoardScope, secrets: Secrets, invited: readonly Invited[]): Promise<void> {
  const linked = invited.filter((each) => each.isActive);
  if (linked.length === 0) return;
  const hashes = linked.map(({ meeting_id: meetingId, member_id: memberId, generation }) =>
    hashToken(meetingUid(secrets, { memberId, meetingId, generation })),
  );
  await sql`
    insert into magic_links (board_id, meeting_id, member_id, generation, uid_hash, created_at)
    select ${scope.board.id}::uuid, link.*, ${scope.now}::timestamptz
    from unnest(
      ${linked.map((each) => each.meeting_id)}::uuid[],
      ${linked.map((each) => each.member_id)}::uuid[],
      ${linked.map((each) => each.generation)}::int[],
      ${hashes}::bytea[]
    ) as link
    on conflict do nothing
  `.execute(scope.tx);
}

/** Links that are renewed in one statement. */
const linksPerStatement = 500;

/** Who joins a board or a group is invited to its coming meetings; who leaves loses them, and their links. */
export const meetingMembershipChange: MembershipChange = {
  async regrouped(scope, secrets, { lock, memberIds, audienceIds, quiet }) {
    const meetingIds = audienceIds && (await listMeetingsFor(scope, audienceIds));
    const { invited, left } = await alignInvitees(scope, secrets, {
      lock,
      // Where audiences changed, everybody in and out of them is looked at.
      ...(meetingIds ? { meetingIds } : memberIds && { memberIds }),
      ...(quiet === undefined ? {} : { quiet }),
    });
    return { invited: invited.length, ended: left.length };
  },
  joined: (scope, secrets, change) => inviteToUpcomingMeetings(scope, secrets, change),
  left: (scope, secrets, { memberId }) => renewMagicLinks(scope, secrets, memberId),
};

async function listMeetingsFor({ tx, board }: BoardScope, audienceIds: readonly string[]): Promise<readonly string[]> {
  const meetings = await tx
    .selectFrom('meetings')
    .select('id')
    .where('board_id', '=', board.id)
    .where('audience_id', '=', sql<string>`any(${audienceIds}::uuid[])`)
    .execute();
  return meetings.map((meeting) => meeting.id);
}

async function renewMagicLinks(scope: BoardScope, secrets: Secrets, memberId: string): Promise<void> {
  const { tx, board } = scope;
  const links = await tx
    .selectFrom('magic_links')
    .select(['meeting_id', 'generation'])
    .where('board_id', '=', board.id)
    .where('member_id', '=', memberId)
    .orderBy('meeting_id')
    .forUpdate()
    .execute();
  for (let from = 0; from < links.length; from += linksPerStatement) {
    const renewed = links.slice(from, from + linksPerStatement).map(({ meeting_id: meetingId, generation }) => {
      const next = generation + 1;
      const hash = hashToken(meetingUid(secrets, { memberId, meetingId, generation: next }));
      return sql`(${meetingId}::uuid, ${next}::int, ${hash}::bytea)`;
    });
    await sql`
      update magic_links link set generation = renewed.generation, uid_hash = renewed.uid_hash
      from (values ${sql.join(renewed)}) as renewed (meeting_id, generation, uid_hash)
      where link.board_id = ${board.id}::uuid and link.member_id = ${memberId}::uuid and link.meeting_id = renewed.meeting_id
    `.execute(tx);
  }
}
