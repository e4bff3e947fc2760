import { attendanceState } from '#domain/edit-window.ts';
import type { Config } from '#server/config.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { MeetingTimes } from '#server/features/homes/meetings/queries.ts';
import { isClosed } from './closing.ts';
import type { Moment } from './state-policy.ts';

export type WindowConfig = Pick<Config, 'editsCloseMinutesAfter' | 'attendanceOpensMinutesBefore'>;

/** Where a meeting stands in time, by the installation's settings. */
export function momentOf(
  scope: Pick<BoardScope, 'now'>,
  config: WindowConfig,
  meeting: MeetingTimes & { readonly reopened_at: Date | null },
): Moment {
  if (meeting.state === 'draft') return { now: scope.now, isClosed: false, isAttendanceOpen: false };
  const window = {
    start: meeting.starts_at,
    end: meeting.ends_at,
    reopened: meeting.reopened_at !== null,
    opensMinutesBefore: config.attendanceOpensMinutesBefore,
    closesMinutesAfter: config.editsCloseMinutesAfter,
  };
  return {
    now: scope.now,
    isClosed: isClosed(scope, config, meeting),
    isAttendanceOpen: attendanceState(window, scope.now) === 'open',
  };
}
