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
    /** Counts what calendars must hear of. */
    readonly sequence: number;
    readonly created_at: Date;
    readonly updated_at: Date;
  };
  readonly timeZone: string;
  /** Where its board is served. */
  readonly baseUrl: string;
  /** The installation's own name: the right side of UIDs, the same for as long as it lives. */
  readonly host: string;
  readonly now: Date;
}

/** The page that a calendar entry leads back to. It opens nothing to who may not see the meeting. */
export const calendarLink = (given: Pick<CalendarMeeting, 'baseUrl' | 'meeting'>): string =>
  `${given.baseUrl}/meetings/${given.meeting.id}`;

/** What an entry says below its title: the way back, the way in, what the meeting is about. */
export function calendarDescription(given: Pick<CalendarMeeting, 'baseUrl' | 'meeting'>): string {
  const { join_url: joinUrl, description } = given.meeting;
  return [
    `View Meeting: ${calendarLink(given)}`,
    ...(joinUrl ? [`Join: ${joinUrl}`] : []),
    ...(description ? ['', description] : []),
  ].join('\n');
}

/**
 * One meeting as an iCalendar file (RFC 5545), PUBLISH: nobody is asked to answer by calendar, so no organiser and no
 * attendees. Source: product.md, section 7.
 */
export function calendarFile(given: CalendarMeeting): string {
  const { meeting, timeZone } = given;
  const span = { from: meeting.starts_at, to: meeting.ends_at };
  const calendar = emptyCalendar(timeZone, span);
  addMeeting(calendar, { ...given, stamp: given.now });
  return fileOf(calendar);
}

/**
 * Many meetings as one calendar to subscribe to. Each is stamped with its last change, so that the same meetings make the
 * same bytes.
 */
export function calendarFeed(
  given: Omit<CalendarMeeting, 'meeting' | 'now'> & {
    readonly name: string;
    readonly meetings: readonly CalendarMeeting['meeting'][];
    /** Where nothing else says which years it is about. */
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

/** Every line ends with CRLF, the last one too (RFC 5545, section 3.1); the generator leaves that one open. */
const fileOf = (calendar: ICalCalendar): string => `${calendar.toString()}\r\n`;

/** How often calendars are asked to look again. */
const feedTtlSeconds = 3_600;

function emptyCalendar(timeZone: string, span: Parameters<typeof timeZoneBlock>[1]): ICalCalendar {
  return ical({
    prodId: '//Dais//Meetings//EN',
    method: ICalCalendarMethod.PUBLISH,
    // Without a name of its own, so that stamps stay in UTC as the format wants them.
    timezone: { name: null, generator: (name: string) => (name === timeZone ? timeZoneBlock(name, span) : null) },
  });
}

function addMeeting(calendar: ICalCalendar, given: Omit<CalendarMeeting, 'now'> & { readonly stamp: Date }): void {
  const { meeting, timeZone } = given;
  const hasWallClock = [meeting.starts_at, meeting.ends_at].every((instant) => isNamedByWallClock(instant, timeZone));
  // In words too, since some programs (calcurse) show no status.
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

/** In autumn an hour comes twice, and readers disagree on which one a wall clock names: such a time is written in UTC. */
function isNamedByWallClock(instant: Date, timeZone: string): boolean {
  if (!isNearChange(timeZone, instant.getTime())) return true;
  const wallClock = toCalendarDateTime(fromAbsolute(instant.getTime(), timeZone));
  const [earlier, later] = (['earlier', 'later'] as const).map((which) => toZoned(wallClock, timeZone, which).toDate());
  return earlier?.getTime() === later?.getTime();
}

/**
 * Control characters have no place in a calendar file, nor have marks that turn the direction of what follows them; the
 * generator escapes the rest, line ends included.
 */
const inert = (text: string): string => text.replace(/[^\P{Cc}\n\r\t]|[\u202a-\u202e\u2066-\u2069]/gu, '');
