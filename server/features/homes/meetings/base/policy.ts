import { type RawBuilder, sql } from 'kysely';
import { areEditsClosed, attendanceState } from '#domain/meeting-times.ts';
import { meetingMessages } from '#domain/messages/meetings.ts';
import type { Config } from '#server/config.ts';
import { type BoardScope, isSignedInAdmin, mayBeEditor } from '#server/db/board-scope.ts';
import { refused } from '#server/errors.ts';
import { isEditor } from '#server/features/members/audience/policy.ts';
import type { AudienceAccess } from '#server/features/members/audience/queries.ts';
import type { InviteeRow, MeetingRow, MeetingTimes } from './queries.ts';

/** Whether people are invited to it, and told of it, still: it has not ended, or looks for its date, whatever dates were offered. */
export const isUpcoming = (
  scope: Pick<BoardScope, 'now'>,
  meeting: Pick<MeetingRow, 'finds_date' | 'ends_at'>,
): boolean => meeting.finds_date || meeting.ends_at === null || meeting.ends_at > scope.now;

/** The same of a row of `meetings`, in SQL. */
export const upcomingWhere = (scope: Pick<BoardScope, 'now'>, meetings: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${meetings}.finds_date`)} or ${sql.ref(`${meetings}.ends_at`)} > ${scope.now})`;

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

export type WindowConfig = Pick<Config, 'editsCloseMinutesAfter' | 'attendanceOpensMinutesBefore'>;

/** Where a meeting stands in time, by the installation's settings. */
export function meetingPhase(
  scope: Pick<BoardScope, 'now'>,
  config: WindowConfig,
  meeting: MeetingTimes & { readonly reopened_at: Date | null },
): MeetingPhase {
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

/** What may be done with a meeting in the state it is in (product.md, section 2). Pure. */
type ActingReader = Pick<BoardScope, 'member' | 'via'>;
type Acted = MeetingTimes & { readonly reopened_at: Date | null } & Pick<AudienceAccess, 'administers'>;

/** Where the meeting stands in time. */
export interface MeetingPhase {
  readonly now: Date;
  /** Past the time for edits, and not reopened. */
  readonly isClosed: boolean;
  /** Attendance can be taken. */
  readonly isAttendanceOpen: boolean;
}

export interface MeetingActions {
  readonly delete: boolean;
  readonly answer_for: boolean;
  readonly reschedule: boolean;
  readonly cancel: boolean;
  readonly restore: boolean;
  readonly duplicate: boolean;
  readonly take_attendance: boolean;
  readonly notify_changes: boolean;
  readonly remind: boolean;
  readonly reopen: boolean;
  readonly close: boolean;
}

export function allowedActions(reader: ActingReader, meeting: Acted, moment: MeetingPhase): MeetingActions {
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
    notify_changes: edits && isPublished,
    remind: edits && (isFinding || (meeting.state === 'published' && meeting.starts_at > moment.now)),
    reopen: canReopen(reader) && moment.isClosed,
    close: canReopen(reader) && meeting.reopened_at !== null,
  };
}

/** Only a board admin reopens what has become read-only. */
export const canReopen = (reader: ActingReader): boolean => isSignedInAdmin(reader);

/** A meeting that is still to come, or looks for its date, is cancelled first, so that those who planned for it hear of it. */
export function isDeletable(meeting: MeetingTimes, now: Date): boolean {
  if (meeting.state === 'finding-date') return false;
  return meeting.state !== 'published' || meeting.ends_at <= now;
}

/** Product.md, section 2. Pure: who acts and what is there decide. */
type Reader = Pick<BoardScope, 'member' | 'via'>;
type State = Pick<MeetingRow, 'state'>;
/** A meeting, or what stands in it, as far as its audience decides. */
type Editable = Pick<AudienceAccess, 'administers'>;

/** For whom, its audience decides: whoever makes a meeting must be its editor. */
export const canCreateMeeting = (reader: Reader): boolean => mayBeEditor(reader);

export const canEditMeeting = (reader: Reader, meeting: Editable): boolean => isEditor(reader, meeting);

export const canPublish = (reader: Reader, meeting: State & Editable): boolean =>
  isEditor(reader, meeting) && meeting.state === 'draft';

/** Answer for oneself: invited, published, and the window still open. */
export function canRespond(
  meeting: State,
  own: Pick<InviteeRow, 'acceptance'> | null,
  window: { readonly areEditsClosed: boolean },
): boolean {
  return own !== null && meeting.state === 'published' && !window.areEditsClosed;
}
