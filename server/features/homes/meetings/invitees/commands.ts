import { sql } from 'kysely';
import type { BoardLock } from '#server/db/board-lock.ts';
import { sameBoard } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { queueMails } from '#server/features/core/mail/commands.ts';
import { meetingUid } from '#server/features/core/secret-addresses/present.ts';
import {
  dateAskedMail,
  meetingPublishedMail,
  publishMeetingChanged,
} from '#server/features/homes/meetings/meeting/commands.ts';
import { isAdjourned } from '#server/features/homes/meetings/meeting/queries.ts';
import { anyMember, inAudience } from '#server/features/members/audience/queries.ts';
import { hashToken, type Secrets } from '#server/secrets.ts';
import { upcomingWhere } from './queries.ts';

export interface InviteeSelection {
  readonly lock: BoardLock<'audiences'>;
  readonly meetingIds?: readonly string[];
  readonly memberIds?: readonly string[];
  readonly evenOver?: boolean;
  readonly quiet?: boolean;
}

interface Invitation {
  readonly meeting_id: string;
  readonly member_id: string;
}

interface Invited extends Invitation {
  readonly findsDate: boolean;
  readonly isActive: boolean;
  readonly generation: number;
}

/** Members who left the audience lose their links, but their replies are kept. */
export async function alignInvitees(
  scope: BoardScope,
  secrets: Secrets,
  whom: InviteeSelection,
): Promise<{ readonly invited: readonly Invited[]; readonly left: readonly Invitation[] }> {
  const left = await removeLeavers(scope, whom);
  const invited = await invite(scope, whom);
  await addLinks(scope, secrets, invited);
  const mailed = Map.groupBy(whom.quiet ? [] : invited.filter((each) => each.isActive), (each) => each.meeting_id);
  for (const [meetingId, members] of mailed) {
    const kind = members[0]?.findsDate ? dateAskedMail : meetingPublishedMail;
    const memberIds = members.map((each) => each.member_id);
    await queueMails(scope, { kind, memberIds, subjectId: meetingId });
  }
  const leavers = Map.groupBy(left, (each) => each.meeting_id);
  for (const meetingId of new Set([...leavers.keys(), ...invited.map((each) => each.meeting_id)])) {
    const leaverIds = (leavers.get(meetingId) ?? []).map((each) => each.member_id);
    await publishMeetingChanged(scope, { id: meetingId, state: 'published' }, leaverIds);
  }
  return { invited, left };
}

function selectMeetings(scope: BoardScope, whom: InviteeSelection) {
  return (
    scope.tx
      .selectFrom('meetings as meeting')
      .where('meeting.board_id', '=', scope.board.id)
      .where('meeting.deleted_at', 'is', null)
      .where('meeting.state', 'in', ['published', 'finding-date'])
      // Omits adjourned meetings, whose invitees are part of the record.
      .where((eb) => eb.not(isAdjourned('meeting')))
      .$if(!whom.evenOver, (query) => query.where(upcomingWhere(scope, 'meeting')))
      .$if(whom.meetingIds !== undefined, (query) =>
        query.where('meeting.id', '=', sql<string>`any(${whom.meetingIds}::uuid[])`),
      )
  );
}

async function removeLeavers(scope: BoardScope, whom: InviteeSelection): Promise<readonly Invitation[]> {
  const { tx, board, now } = scope;
  const left = await selectMeetings(scope, whom)
    .innerJoin('invitees as invitee', (join) => sameBoard(join, 'invitee.meeting_id', 'meeting.id'))
    .leftJoin('magic_links as link', (join) =>
      sameBoard(join, 'link.meeting_id', 'invitee.meeting_id').onRef('link.member_id', '=', 'invitee.member_id'),
    )
    .$if(whom.memberIds !== undefined, (query) =>
      query.where('invitee.member_id', '=', sql<string>`any(${whom.memberIds}::uuid[])`),
    )
    .where((eb) => eb.not(inAudience(scope, sql.ref('meeting.audience_id'), anyMember(sql.ref('invitee.member_id')))))
    .select((eb) => [
      'invitee.meeting_id',
      'invitee.member_id',
      'invitee.acceptance',
      'invitee.answered_at',
      'invitee.last_visited_at',
      'invitee.previous_visited_at',
      eb.fn.coalesce('link.generation', eb.lit(0)).as('link_generation'),
    ])
    .forUpdate('invitee')
    .execute();
  if (left.length === 0) return [];
  // Passes arrays, because PostgreSQL limits the number of parameters in a statement.
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
  // The magic links are deleted by cascade.
  await sql`
    delete from invitees using unnest(${left.map((row) => row.meeting_id)}::uuid[], ${left.map((row) => row.member_id)}::uuid[])
      as gone (meeting_id, member_id)
    where invitees.board_id = ${board.id} and invitees.meeting_id = gone.meeting_id and invitees.member_id = gone.member_id
  `.execute(tx);
  return left;
}

function listUninvited(scope: BoardScope, whom: InviteeSelection) {
  return selectMeetings(scope, whom)
    .innerJoin('members as member', 'member.board_id', 'meeting.board_id')
    .leftJoin('former_invitees as former', (join) =>
      sameBoard(join, 'former.meeting_id', 'meeting.id').onRef('former.member_id', '=', 'member.id'),
    )
    .leftJoin('invitees as present', (join) =>
      sameBoard(join, 'present.meeting_id', 'meeting.id').onRef('present.member_id', '=', 'member.id'),
    )
    .leftJoin('magic_links as link', (join) =>
      sameBoard(join, 'link.meeting_id', 'present.meeting_id').onRef('link.member_id', '=', 'present.member_id'),
    )
    .$if(whom.memberIds !== undefined, (query) =>
      query.where('member.id', '=', sql<string>`any(${whom.memberIds}::uuid[])`),
    )
    .where('member.status', 'in', ['active', 'invited'])
    .where((eb) =>
      eb.or([
        eb('present.member_id', 'is', null),
        eb.and([eb('member.status', '=', 'active'), eb('link.member_id', 'is', null)]),
      ]),
    )
    .where(inAudience(scope, sql.ref('meeting.audience_id'), anyMember(sql.ref('member.id'))))
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
}

async function invite(scope: BoardScope, whom: InviteeSelection): Promise<readonly Invited[]> {
  const { tx, board } = scope;
  const came = await listUninvited(scope, whom);
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

async function addLinks(scope: BoardScope, secrets: Secrets, invited: readonly Invited[]): Promise<void> {
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
