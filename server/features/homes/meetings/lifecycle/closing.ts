import { areEditsClosed } from '#domain/edit-window.ts';
import { meetingMessages } from '#domain/messages.ts';
import type { Config } from '#server/config.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { refused } from '#server/errors.ts';
import type { MeetingTimes } from '#server/features/homes/meetings/queries.ts';

/** Agenda, answers and attendance of a meeting that is long over are read-only; what has not been scheduled never closes. */
export function isClosed(
  scope: Pick<BoardScope, 'now'>,
  config: Pick<Config, 'editsCloseMinutesAfter'>,
  meeting: MeetingTimes & { readonly reopened_at: Date | null },
): boolean {
  if (meeting.state === 'draft' || meeting.state === 'finding-date') return false;
  const window = {
    start: meeting.starts_at,
    end: meeting.ends_at,
    reopened: meeting.reopened_at !== null,
    opensMinutesBefore: 0,
  };
  return areEditsClosed({ ...window, closesMinutesAfter: config.editsCloseMinutesAfter }, scope.now);
}

export function refuseClosed(...given: Parameters<typeof isClosed>): void {
  if (isClosed(...given)) throw refused(meetingMessages.closed);
}
