import type { BoardScope } from '#server/db/board-scope.ts';
import { isSignedInAdmin } from '#server/db/member-rights.ts';
import type { MeetingTimes } from '#server/features/homes/meetings/queries.ts';
import { isEditor } from '#server/features/members/audience/policy.ts';
import type { AudienceStanding } from '#server/features/members/audience/queries.ts';

/** What may be done with a meeting in the state it is in (product.md, section 2). Pure. */
type Reader = Pick<BoardScope, 'member' | 'via'>;
type Acted = MeetingTimes & { readonly reopened_at: Date | null } & Pick<AudienceStanding, 'administers'>;

/** Where the meeting stands in time. */
export interface Moment {
  readonly now: Date;
  /** Past the time for edits, and not reopened. */
  readonly isClosed: boolean;
  /** Attendance can be taken. */
  readonly isAttendanceOpen: boolean;
}

export interface MeetingActs {
  readonly delete: boolean;
  readonly answer_for: boolean;
  readonly reschedule: boolean;
  readonly cancel: boolean;
  readonly restore: boolean;
  readonly duplicate: boolean;
  readonly take_attendance: boolean;
  readonly tell_changes: boolean;
  readonly remind: boolean;
  readonly reopen: boolean;
  readonly close: boolean;
}

export function meetingActs(reader: Reader, meeting: Acted, moment: Moment): MeetingActs {
  const edits = isEditor(reader, meeting);
  const isPublished = meeting.state === 'published';
  const isFinding = meeting.state === 'finding-date';
  const movable = edits && isPublished && !moment.isClosed;
  return {
    delete: edits && isDeletable(meeting, moment.now),
    answer_for: isSignedInAdmin(reader) && isPublished && !moment.isClosed,
    reschedule: movable,
    cancel: movable || (edits && isFinding),
    restore: edits && meeting.state === 'cancelled' && !moment.isClosed,
    duplicate: edits,
    take_attendance: edits && isPublished && moment.isAttendanceOpen,
    tell_changes: edits && isPublished,
    remind: edits && (isFinding || (meeting.state === 'published' && meeting.starts_at > moment.now)),
    reopen: canReopen(reader) && moment.isClosed,
    close: canReopen(reader) && meeting.reopened_at !== null,
  };
}

/** Only a board admin reopens what has become read-only. */
export const canReopen = (reader: Reader): boolean => isSignedInAdmin(reader);

/** A meeting that is still to come, or looks for its date, is cancelled first, so that those who planned for it hear of it. */
export function isDeletable(meeting: MeetingTimes, now: Date): boolean {
  if (meeting.state === 'finding-date') return false;
  return meeting.state !== 'published' || meeting.ends_at <= now;
}
