import { sql } from 'kysely';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { previewMeetingAudience } from '#contract/meetings.ts';
import { audienceMessages } from '#domain/messages/people.ts';
import type { BoardLock } from '#server/db/board-lock.ts';
import { selectRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { invalid } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { meetingUid } from '#server/features/core/secret-addresses/present.ts';
import { alignInvitees } from '#server/features/homes/meetings/invitees/commands.ts';
import { publishMeetingChanged } from '#server/features/homes/meetings/meeting/commands.ts';
import { canEditMeeting, isUpcoming } from '#server/features/homes/meetings/meeting/policy.ts';
import { findMeetingOfReader, type LoadedMeeting } from '#server/features/homes/meetings/meeting/queries.ts';
import { createAudience, replaceAudience } from '#server/features/members/audience/commands.ts';
import { isEditor } from '#server/features/members/audience/policy.ts';
import {
  type Audience,
  actorOf,
  administersAudience,
  readAudience,
} from '#server/features/members/audience/queries.ts';
import type { MembershipChange } from '#server/features/members/people/ports.ts';
import { presentAudienceMember } from '#server/features/members/people/present.ts';
import { listPeopleOf } from '#server/features/members/people/queries.ts';
import { hashToken, type Secrets } from '#server/secrets.ts';

export async function previewAudience(
  scope: BoardScope,
  meeting: LoadedMeeting,
  wanted: Audience,
): Promise<AnswerOf<typeof previewMeetingAudience>> {
  await requireAudienceWithin(scope, wanted);
  const before = await listPeopleOf(scope, await readAudience(scope, meeting.audience_id));
  const after = await listPeopleOf(scope, wanted);
  const without = (people: typeof before, others: typeof before) => {
    const known = new Set(others.map((other) => other.id));
    return people.filter((person) => !known.has(person.id)).map(presentAudienceMember);
  };
  return {
    invites: meeting.state !== 'draft' && meeting.state !== 'cancelled' && isUpcoming(scope, meeting),
    gaining: without(after, before),
    losing: without(before, after),
  };
}

/** The caller must have locked the meeting's row. */
export async function setAudience(
  scope: BoardScope,
  secrets: Secrets,
  given: { readonly lock: BoardLock<'audiences'>; readonly meeting: LoadedMeeting; readonly audience: Audience },
): Promise<LoadedMeeting> {
  const { lock, meeting, audience } = given;
  await scope.ports.decisions.refuseWhileVoting(scope, meeting.id);
  const before = await listPeopleOf(scope, await readAudience(scope, meeting.audience_id));
  await replaceAudience(scope, meeting.audience_id, audience);
  const changed = await requireOwnAudience(scope, meeting.id);
  const { invited, left } = await alignInvitees(scope, secrets, { lock, meetingIds: [meeting.id] });
  await scope.ports.attendanceRoom.audienceChanged(scope);
  await audit(
    scope,
    'meeting.audience-changed',
    { kind: 'meeting', id: meeting.id },
    {
      whole_board: audience.wholeBoard,
      group_ids: audience.groupIds.join(' '),
      people: audience.memberIds.length,
      invitations: invited.length,
      invitations_ended: left.length,
    },
  );
  await publishMeetingChanged(scope, meeting, meeting.state === 'draft' ? [] : before.map((person) => person.id));
  return changed;
}

export async function requireOwnAudience(scope: BoardScope, meetingId: string): Promise<LoadedMeeting> {
  const meeting = await findMeetingOfReader(scope, meetingId);
  if (!meeting || !canEditMeeting(scope, meeting)) throw invalid({ audience: audienceMessages.beyondOwnGroups });
  return meeting;
}

async function requireAudienceWithin(scope: BoardScope, audience: Audience): Promise<void> {
  await sql`savepoint asked_audience`.execute(scope.tx);
  const audienceId = await createAudience(scope, audience);
  const asked = sql<string>`${audienceId}::uuid`;
  const found = await sql<{ administers: boolean }>`
    select ${administersAudience(scope, asked, actorOf(scope))} as administers
  `.execute(scope.tx);
  await sql`rollback to savepoint asked_audience`.execute(scope.tx);
  if (!isEditor(scope, { administers: found.rows[0]?.administers ?? false })) {
    throw invalid({ audience: audienceMessages.beyondOwnGroups });
  }
}

const linksPerStatement = 500;

export const meetingMembershipChange: MembershipChange = {
  async regrouped(scope, secrets, { lock, memberIds, audienceIds, quiet }) {
    const meetingIds = audienceIds && (await listMeetingsFor(scope, audienceIds));
    const { invited, left } = await alignInvitees(scope, secrets, {
      lock,
      ...(meetingIds ? { meetingIds } : memberIds && { memberIds }),
      ...(quiet === undefined ? {} : { quiet }),
    });
    return { invited: invited.length, ended: left.length };
  },
  async joined(scope, secrets, { lock, memberId }) {
    await alignInvitees(scope, secrets, { lock, memberIds: [memberId], quiet: true });
  },
  left: (scope, secrets, { memberId }) => renewMagicLinks(scope, secrets, memberId),
};

async function listMeetingsFor(scope: BoardScope, audienceIds: readonly string[]): Promise<readonly string[]> {
  const meetings = await selectRows(scope, 'meetings')
    .select('id')
    .where('audience_id', '=', sql<string>`any(${audienceIds}::uuid[])`)
    .execute();
  return meetings.map((meeting) => meeting.id);
}

async function renewMagicLinks(scope: BoardScope, secrets: Secrets, memberId: string): Promise<void> {
  const { tx, board } = scope;
  const links = await selectRows(scope, 'magic_links', { member_id: memberId })
    .select(['meeting_id', 'generation'])
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
