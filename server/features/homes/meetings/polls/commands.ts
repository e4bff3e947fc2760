import type { Config } from '#server/config.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { tellMeetingChanged } from '#server/features/homes/meetings/commands.ts';
import { isClosed } from '#server/features/homes/meetings/lifecycle/closing.ts';
import { findOwnInvitee, type LoadedMeeting, loadMeeting } from '#server/features/homes/meetings/queries.ts';
import type { PollPlace } from '#server/features/papers/polls/policy.ts';
import type { PollHome } from '#server/features/papers/polls/ports.ts';

type WindowConfig = Pick<Config, 'editsCloseMinutesAfter'>;

export function pollPlaceOf(
  scope: BoardScope,
  config: WindowConfig,
  given: { readonly meeting: LoadedMeeting; readonly isInvited: boolean },
): PollPlace {
  const { meeting, isInvited } = given;
  const { state, administers } = meeting;
  const item = { kind: 'meeting', id: meeting.id } as const;
  return { item, state, administers, isInvited, isReadOnly: isClosed(scope, config, meeting) };
}

/** A meeting as what has polls. */
export const meetingPollHome: PollHome = {
  async open(scope, config, { id, lock }) {
    const meeting = await loadMeeting(scope, id, { lock });
    const own = await findOwnInvitee(scope, meeting.id);
    return pollPlaceOf(scope, config, { meeting, isInvited: own !== null });
  },
  publishChanged: (scope, { item, state }) => tellMeetingChanged(scope, { id: item.id, state }),
};
