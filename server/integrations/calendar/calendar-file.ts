import { TZDate } from '@date-fns/tz';
import { fromAbsolute, toCalendarDateTime, toZoned } from '@internationalized/date';
import ical, { type ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { isNearChange, timeZoneBlock } from './time-zone-block.ts';

export interface CalendarMeeting {
  readonly meeting: {
    readonly id: string;
    readonly title: string;
    readonly state: 'finding-date' | 'published' | 'cancelled';
    readonly starts_at: Date;
    readonly ends_at: Date;
    readonly location: string;
    readonly join_url: string;
    readonly description: string;
    /** RFC 5545 SEQUENCE. */
    readonly sequence: number;
    readonly created_at: Date;
    readonly updated_at: Date;
  };
  readonly timeZone: string;
  readonly baseUrl: string;
  /** Right side of UIDs; never changes. */
  readonly host: string;
  readonly now: Date;
}

/** Requires access to the meeting. */
export const calendarLink = (given: Pick<CalendarMeeting, 'baseUrl' | 'meeting'>): string =>
  `${given.baseUrl}/meetings/${given.meeting.id}`;

/** Link back, link to join, description. */
export function calendarDescription(given: Pick<CalendarMeeting, 'baseUrl' | 'meeting'>): string {
  const { join_url: joinUrl, description } = given.meeting;
  return [
    `View Meeting: ${calendarLink(given)}`,
    ...(joinUrl ? [`Join: ${joinUrl}`] : []),
    ...(description ? ['', description] : []),
  ].join('\n');
}

/** PUBLISH (RFC 5545): no replies by calendar, so no organiser and no attendees. */
export function calendarFile(given: CalendarMeeting): string {
  const { meeting, timeZone } = given;
  const span = { from: meeting.starts_at, to: meeting.ends_at };
  const calendar = emptyCalendar(timeZone, span);
  addMeeting(calendar, { ...given, stamp: given.now });
  return fileOf(calendar);
}

/** Stamped by last change, so that equal meetings give equal bytes. */
export function calendarFeed(
  given: Omit<CalendarMeeting, 'meeting' | 'now'> & {
    readonly name: string;
    readonly meetings: readonly CalendarMeeting['meeting'][];
    /** Fallback for the years covered. */
    readonly now: Date;
  },
): string {
  const { meetings, timeZone, name, now } = given;
  const times = meetings.flatMap((meeting) => [meeting.starts_at.getTime(), meeting.ends_at.getTime()]);
  const [from, to] = times.length === 0 ? [now, now] : [new Date(Math.min(...times)), new Date(Math.max(...times))];
  const calendar = emptyCalendar(timeZone, { from, to, isWhole: true });
  calendar.name(inert(name)).ttl(feedTtlSeconds);
  for (const meeting of meetings) addMeeting(calendar, { ...given, meeting, stamp: meeting.updated_at });
  return fileOf(calendar);
}

/** RFC 5545, section 3.1 requires a final CRLF. */
const fileOf = (calendar: ICalCalendar): string => `${calendar.toString()}\r\n`;

const feedTtlSeconds = 3_600;

function emptyCalendar(timeZone: string, span: Parameters<typeof timeZoneBlock>[1]): ICalCalendar {
  return ical({
    prodId: '//Dais//Meetings//EN',
    method: ICalCalendarMethod.PUBLISH,
    // Unnamed, so that stamps stay in UTC.
    timezone: { name: null, generator: (name: string) => (name === timeZone ? timeZoneBlock(name, span) : null) },
  });
}

function addMeeting(calendar: ICalCalendar, given: Omit<CalendarMeeting, 'now'> & { readonly stamp: Date }): void {
  const { meeting, timeZone } = given;
  const hasWallClock = [meeting.starts_at, meeting.ends_at].every((instant) => isNamedByWallClock(instant, timeZone));
  // Some programs (calcurse) show no status.
  const isCancelled = meeting.state === 'cancelled';
  calendar.createEvent({
    id: `${meeting.id}@${given.host}`,
    sequence: meeting.sequence,
    stamp: given.stamp,
    created: meeting.created_at,
    lastModified: meeting.updated_at,
    start: hasWallClock ? new TZDate(meeting.starts_at, timeZone) : meeting.starts_at,
    end: hasWallClock ? new TZDate(meeting.ends_at, timeZone) : meeting.ends_at,
    timezone: hasWallClock ? timeZone : null,
    summary: inert(isCancelled ? `Cancelled: ${meeting.title}` : meeting.title),
    location: inert(meeting.location) || meeting.join_url || null,
    description: inert(calendarDescription(given)),
    url: calendarLink(given),
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
}

/** Ambiguous wall-clock times in autumn are written in UTC. */
function isNamedByWallClock(instant: Date, timeZone: string): boolean {
  if (!isNearChange(timeZone, instant.getTime())) return true;
  const wallClock = toCalendarDateTime(fromAbsolute(instant.getTime(), timeZone));
  const [earlier, later] = (['earlier', 'later'] as const).map((which) => toZoned(wallClock, timeZone, which).toDate());
  return earlier?.getTime() === later?.getTime();
}

/** Removes control and direction characters; the generator escapes the rest. */
const inert = (text: string): string => text.replace(/[^\P{Cc}\n\r\t]|[\u202a-\u202e\u2066-\u2069]/gu, '');
