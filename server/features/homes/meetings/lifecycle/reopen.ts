import { meetingMessages } from '#domain/messages.ts';
import type { Config } from '#server/config.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { tellMeetingChanged } from '#server/features/homes/meetings/commands.ts';
import type { MeetingRow } from '#server/features/homes/meetings/queries.ts';
import { isClosed } from './closing.ts';

/** Makes a meeting editable again that has become read-only, until it is closed. The meeting's row must be locked. */
export async function reopenMeeting(
  scope: BoardScope,
  config: Pick<Config, 'editsCloseMinutesAfter'>,
  meeting: MeetingRow,
): Promise<void> {
  if (!isClosed(scope, config, meeting)) throw refused(meetingMessages.notOver);
  await setReopened(scope, meeting, scope.now);
}

export async function closeMeeting(scope: BoardScope, meeting: MeetingRow): Promise<void> {
  if (meeting.reopened_at === null) throw refused(meetingMessages.notReopened);
  await setReopened(scope, meeting, null);
}

async function setReopened(scope: BoardScope, meeting: MeetingRow, at: Date | null): Promise<void> {
  await scope.tx
    .updateTable('meetings')
    .set({ reopened_at: at })
    .where('board_id', '=', scope.board.id)
    .where('id', '=', meeting.id)
    .execute();
  const action = at === null ? 'meeting.closed' : 'meeting.reopened';
  await audit(scope, { action, subjectKind: 'meeting', subjectId: meeting.id });
  await tellMeetingChanged(scope, meeting);
}
