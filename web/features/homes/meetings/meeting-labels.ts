import type { DateOption, DateSearch } from '#contract/date-options.ts';
import type { Meeting } from '#contract/meetings.ts';
import type { MeetingSummary } from '#contract/summaries.ts';
import { durationText } from '#domain/agenda.ts';
import {
  dateBlock,
  formatHeadingDate,
  formatShortDate,
  formatTime,
  formatTimeRange,
  type Instant,
  relativeDay,
  toDate,
  yearIn,
} from '#domain/dates.ts';
import { attendanceOpensAt } from '#domain/meeting-window.ts';
import { minutesMessages } from '#domain/messages/meeting-minutes.ts';
import { meetingMessages } from '#domain/messages/meetings.ts';
import { acceptanceLabel, attendanceLabel, shownAcceptance } from '#domain/rsvp.ts';
import { counted } from '#domain/text.ts';
import type { ReplyKind } from '#web/ui/meeting/reply.tsx';

export function dateOptionLabels({ start, end }: Pick<DateOption, 'start' | 'end'>, timeZone: string) {
  const block = dateBlock(start, timeZone);
  const date = formatHeadingDate(start, timeZone);
  const times = formatTimeRange(start, end, timeZone);
  return {
    day: daysOf(start, end, timeZone),
    time: `${block.weekday.slice(0, 3)}, ${formatTime(start, timeZone)}`,
    date,
    times,
    whole: `${date}, ${times}`,
  };
}

function daysOf(start: Instant, end: Instant, timeZone: string): string {
  const [first, last] = [dateBlock(start, timeZone), dateBlock(end, timeZone)];
  const day = formatShortDate(start, timeZone);
  if (first.iso === last.iso) return day;
  if (first.monthAndYear !== last.monthAndYear) return `${day} – ${formatShortDate(end, timeZone)}`;
  return day.replace(first.day, `${first.day} – ${last.day}`);
}

export function answerTotalsText(option: Pick<DateOption, 'yes' | 'if_need_be' | 'no'>): string {
  const parts = [
    [option.yes, 'yes'],
    [option.if_need_be, 'if need be'],
    [option.no, 'no'],
  ].flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]));
  return parts.length === 0 ? 'No answers yet' : parts.join(', ');
}

export function answeredText({ rows }: Pick<DateSearch, 'rows'>): string | undefined {
  if (rows === null || rows.length === 0) return undefined;
  const answered = rows.filter((row) => row.answers.some((answer) => answer !== null)).length;
  return `${answered} of ${rows.length} have answered`;
}

export function dateSearchLabels({ date_search: search }: Pick<MeetingSummary, 'date_search'>): readonly string[] {
  if (search === null) return [];
  const { option_count: offered, unanswered_count: owed } = search;
  if (offered === 0) return [];
  const parts = `${offered} proposed dates`;
  if (owed === 0) return [parts];
  return [parts, owed === offered ? 'Not answered yet' : `${owed} not answered yet`];
}

export function shortDay(
  instant: Instant,
  at: { readonly timeZone: string; readonly now: Instant },
): { readonly day: string; readonly under: string } {
  const { weekday } = dateBlock(instant, at.timeZone);
  const year = yearIn(instant, at.timeZone);
  return {
    day: formatShortDate(instant, at.timeZone),
    under: year === yearIn(at.now, at.timeZone) ? weekday : `${weekday.slice(0, 3)}, ${year}`,
  };
}

export function whenOf({ start, end }: Pick<Meeting, 'start' | 'end'>, timeZone: string): string {
  if (start === null || end === null) return noDateYet;
  return `${formatHeadingDate(start, timeZone)}, ${formatTimeRange(start, end, timeZone)}`;
}

export const noDateYet = 'No date yet';

export function contentsOf(meeting: Pick<MeetingSummary, 'agenda_item_count' | 'document_count'>): string | null {
  const parts = [
    ...(meeting.agenda_item_count === 0 ? [] : [counted(meeting.agenda_item_count, 'agenda item')]),
    ...(meeting.document_count === 0 ? [] : [counted(meeting.document_count, 'document')]),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}

export function documentsText(count: number): string {
  return count === 0 ? 'No documents yet' : counted(count, 'document');
}

export function replyOf(
  meeting: Pick<MeetingSummary, 'type' | 'meeting_status'> & Pick<Meeting, 'start'>,
  { opensMinutes, now }: { readonly opensMinutes: number; readonly now: Date },
): { readonly kind: ReplyKind; readonly label: string } | null {
  const status = meeting.meeting_status;
  if (status === null) return null;
  const isBefore = meeting.start !== null && now < attendanceOpensAt(toDate(meeting.start), opensMinutes);
  const attended = attendanceLabel(status.attendance, isBefore);
  if (attended !== null) return { kind: status.attendance ? 'accepted' : 'declined', label: attended };
  return {
    kind: shownAcceptance(status.acceptance, meeting.type),
    label: acceptanceLabel(status.acceptance, meeting.type),
  };
}

export const isUpcoming = (at: Instant | null, now: Date): boolean => at !== null && now < toDate(at);

export const nextMeetingText = (start: Instant, now: Date, timeZone: string): string =>
  isUpcoming(start, now) ? `Next meeting, ${relativeDay(start, now, timeZone)}` : 'Meeting, now';

export const isRoomOpen = (
  { start, state }: Pick<MeetingSummary, 'start' | 'state'>,
  at: { readonly opensMinutes: number; readonly now: Date },
): boolean => state === 'published' && at.now >= attendanceOpensAt(toDate(start), at.opensMinutes);

export function documentCount(meeting: Pick<Meeting, 'agenda_items' | 'documents'>): number {
  return meeting.agenda_items.reduce((sum, item) => sum + item.documents.length, meeting.documents.length);
}

export const overrunText = (minutes: number): string => `${durationText(minutes)} over`;

export function attendanceReason(
  {
    is_closed: isClosed,
    has_final_minutes: isFinal,
    can,
  }: Pick<Meeting, 'is_closed' | 'has_final_minutes'> & { readonly can: Pick<Meeting['can'], 'reopen'> },
  opensMinutesBefore: number,
): string {
  if (isFinal) return minutesMessages.approved;
  if (!isClosed) return meetingMessages.attendanceNotOpen(opensMinutesBefore);
  return `${meetingMessages.closed} ${can.reopen ? meetingMessages.closedReopen : meetingMessages.closedAsk}`;
}

export function overText(
  { end, closes_at: closesAt, is_reopened: isReopened }: Pick<Meeting, 'end' | 'closes_at' | 'is_reopened'>,
  at: { readonly timeZone: string; readonly now: Date },
): string | null {
  if (end === null || closesAt === null || toDate(end) > at.now) return null;
  if (toDate(closesAt) <= at.now) return isReopened ? meetingMessages.overReopened : null;
  return meetingMessages.overStillOpen(
    `${formatHeadingDate(closesAt, at.timeZone)}, ${formatTime(closesAt, at.timeZone)}`,
  );
}

export const overAlreadyText = (end: Instant | null, now: Date): string | null =>
  end === null || isUpcoming(end, now) ? null : meetingMessages.overAlready;

export function pendingNotice(names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const who =
    names.length === 1
      ? `${names[0]} has not joined yet and gets no notifications.`
      : `${names.length} people have not joined yet and get no notifications.`;
  return `${who} You can reply for them.`;
}
