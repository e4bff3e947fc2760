import type { z } from 'zod';
import type { previewMeetingAudience } from '#contract/meetings.ts';
import type { BoardLock } from '#server/db/board-lock.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { isUpcoming } from '#server/features/homes/meetings/base/policy.ts';
import type { LoadedMeeting } from '#server/features/homes/meetings/base/queries.ts';
import { publishMeetingChanged } from '#server/features/homes/meetings/commands.ts';
import { type Audience, replaceAudience } from '#server/features/members/audience/commands.ts';
import { readAudience } from '#server/features/members/audience/queries.ts';
import { presentAudienceMember } from '#server/features/members/people/present.ts';
import { listPeopleOf } from '#server/features/members/people/queries.ts';
import type { Secrets } from '#server/secrets.ts';
import { alignInvitees } from './commands.ts';
import { requireAudienceWithin, requireOwnAudience } from './own-audience.ts';

type Preview = z.output<NonNullable<typeof previewMeetingAudience.answer>>;

/** Who would come and who would go, by name; refused as saving it would be. */
export async function previewAudience(scope: BoardScope, meeting: LoadedMeeting, wanted: Audience): Promise<Preview> {
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

/** Makes a meeting for others; its row must be locked. Nobody makes it for more than is theirs to edit. */
export async function setAudience(
  scope: BoardScope,
  secrets: Secrets,
  given: { readonly lock: BoardLock<'audiences'>; readonly meeting: LoadedMeeting; readonly audience: Audience },
): Promise<LoadedMeeting> {
  const { lock, meeting, audience } = given;
  const before = await listPeopleOf(scope, await readAudience(scope, meeting.audience_id));
  await replaceAudience(scope, meeting.audience_id, audience);
  const changed = await requireOwnAudience(scope, meeting.id);
  const { invited, left } = await alignInvitees(scope, secrets, { lock, meetingIds: [meeting.id] });
  await audit(scope, {
    action: 'meeting.audience-changed',
    subjectKind: 'meeting',
    subjectId: meeting.id,
    detail: {
      whole_board: audience.wholeBoard,
      group_ids: audience.groupIds.join(' '),
      people: audience.memberIds.length,
      invitations: invited.length,
      invitations_ended: left.length,
    },
  });
  await publishMeetingChanged(scope, meeting, meeting.state === 'draft' ? [] : before.map((person) => person.id));
  return changed;
}
