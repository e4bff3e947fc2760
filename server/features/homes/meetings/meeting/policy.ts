import { areEditsClosed, attendanceState } from '#domain/meeting-window.ts';
import type { Config } from '#server/config.ts';
import { type BoardScope, isSignedInAdmin, mayBeEditor } from '#server/db/board-scope.ts';
import { isEditor } from '#server/features/members/audience/policy.ts';
import type { AudienceAccess } from '#server/features/members/audience/queries.ts';
import type { PollHomeFacts } from '#server/features/papers/polls/poll/policy.ts';
import type { InviteeRow, LoadedMeeting, MeetingRow, MeetingTimes } from './queries.ts';

type Reader = Pick<BoardScope, 'member' | 'via'>;
type State = Pick<MeetingRow, 'state'>;
type Editable = Pick<AudienceAccess, 'administers'>;
type Scheduled = MeetingTimes & { readonly reopened_at: Date | null };
type Kept = Pick<MeetingRow, 'has_final_minutes'>;

export type WindowConfig = Pick<Config, 'editsCloseMinutesAfter' | 'attendanceOpensMinutesBefore'>;

export const hasMore = (
  reader: Reader,
  meeting: Editable & Pick<MeetingRow, 'finds_date'> & { readonly has_polls: boolean },
): boolean => meeting.finds_date || meeting.has_polls || canEditMeeting(reader, meeting);

export const canCreateMeeting = (reader: Reader): boolean => mayBeEditor(reader);

export const canEditMeeting = (reader: Reader, meeting: Editable): boolean => isEditor(reader, meeting);

export const canPublish = (reader: Reader, meeting: State & Editable): boolean =>
  isEditor(reader, meeting) && meeting.state === 'draft';

export function canRespond(
  meeting: State,
  own: Pick<InviteeRow, 'acceptance'> | null,
  window: { readonly areEditsClosed: boolean },
): boolean {
  return own !== null && meeting.state === 'published' && !window.areEditsClosed;
}

export const canReopen = (reader: Reader): boolean => isSignedInAdmin(reader);

/** Members are invited and get mail until the meeting has ended. */
export const isUpcoming = (
  scope: Pick<BoardScope, 'now'>,
  meeting: Pick<MeetingRow, 'finds_date' | 'ends_at'>,
): boolean => meeting.finds_date || meeting.ends_at === null || meeting.ends_at > scope.now;

/** An upcoming meeting must be cancelled before it can be deleted, so that its invitees get mail. */
export function isDeletable(meeting: MeetingTimes, now: Date): boolean {
  if (meeting.state === 'finding-date') return false;
  return meeting.state !== 'published' || meeting.ends_at <= now;
}

export function isClosed(
  scope: Pick<BoardScope, 'now'>,
  config: Pick<Config, 'editsCloseMinutesAfter'>,
  meeting: Scheduled,
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

export function pollHomeFacts(
  scope: Pick<BoardScope, 'now'>,
  config: Pick<Config, 'editsCloseMinutesAfter'>,
  given: { readonly meeting: LoadedMeeting; readonly isInvited: boolean },
): PollHomeFacts {
  const { meeting, isInvited } = given;
  const { state, administers } = meeting;
  const item = { kind: 'meeting', id: meeting.id } as const;
  return { item, state, administers, isInvited, isReadOnly: isClosed(scope, config, meeting) };
}

export interface MeetingPhase {
  readonly now: Date;
  readonly isClosed: boolean;
  readonly isAttendanceOpen: boolean;
}

export function meetingPhase(scope: Pick<BoardScope, 'now'>, config: WindowConfig, meeting: Scheduled): MeetingPhase {
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

export function attendanceActions(
  { state, has_final_minutes: isFinal }: Pick<Scheduled, 'state'> & Kept,
  phase: MeetingPhase,
) {
  const isNoted = state === 'published' && !isFinal;
  return {
    take_attendance: isNoted && phase.isAttendanceOpen,
    note_apologies: isNoted && !phase.isClosed && !phase.isAttendanceOpen,
  };
}

const noAttendanceActions: ReturnType<typeof attendanceActions> = { take_attendance: false, note_apologies: false };

export function allowedActions(
  reader: Reader,
  meeting: Scheduled & Editable & Kept & Pick<MeetingRow, 'is_adjourned'>,
  phase: MeetingPhase,
) {
  const edits = isEditor(reader, meeting);
  const isPublished = meeting.state === 'published';
  const isFinding = meeting.state === 'finding-date';
  const movable = edits && isPublished && !phase.isClosed;
  return {
    delete: edits && isDeletable(meeting, phase.now),
    answer_for: isSignedInAdmin(reader) && isPublished && !phase.isClosed,
    reschedule: movable,
    cancel: movable || (edits && isFinding),
    restore: edits && meeting.state === 'cancelled' && !phase.isClosed,
    duplicate: edits,
    ...(edits ? attendanceActions(meeting, phase) : noAttendanceActions),
    notify_changes: edits && isPublished,
    remind:
      edits && (isFinding || (meeting.state === 'published' && meeting.starts_at > phase.now && !meeting.is_adjourned)),
    reopen: canReopen(reader) && phase.isClosed,
    close: canReopen(reader) && meeting.reopened_at !== null,
  };
}
