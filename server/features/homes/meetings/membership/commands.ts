import { sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import { meetingUid } from '#server/features/core/secret-addresses/present.ts';
import { alignInvitees } from '#server/features/homes/meetings/invitees/commands.ts';
import type { MembershipChange } from '#server/features/members/people/ports.ts';
import { hashToken, type Secrets } from '#server/secrets.ts';

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
