import { hash } from 'node:crypto';
import { TZDate } from '@date-fns/tz';
import { fromAbsolute, toCalendarDateTime, toZoned } from '@internationalized/date';
import ical, { type ICalCalendar, ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import { clockChanges, isNearChange, offsetAt } from '#domain/clock-changes.ts';
import type { MeetingType } from '#domain/rsvp.ts';
import { keepTexts } from './kept-texts.ts';

export interface CalendarMeeting {
  readonly meeting: {
    readonly id: string;
    readonly title: string;
    readonly type: MeetingType;
    readonly state: 'finding-date' | 'published' | 'cancelled';
    readonly starts_at: Date;
    readonly ends_at: Date;
    readonly location: string;
    readonly join_url: string;
    readonly description: string;
    /** The SEQUENCE property (RFC 5545, section 3.8.7.4). */
    readonly sequence: number;
    readonly created_at: Date;
    readonly updated_at: Date;
  };
  readonly timeZone: string;
  readonly baseUrl: string;
  /** The part of a UID after the @. It must never change. */
  readonly host: string;
  /** The sender of mail about the meeting, because calendar programs accept a cancellation only from the organizer. */
  readonly organizer: { readonly name: string; readonly email: string };
  readonly now: Date;
}

export const calendarLink = (given: Pick<CalendarMeeting, 'baseUrl' | 'meeting'>): string =>
  `${given.baseUrl}/meetings/${given.meeting.id}`;

export const calendarJoinUrl = ({ type, join_url }: CalendarMeeting['meeting']): string =>
  type === 'in-person' ? '' : join_url;

export function calendarDescription(given: Pick<CalendarMeeting, 'baseUrl' | 'meeting'>): string {
  const { description } = given.meeting;
  const joinUrl = calendarJoinUrl(given.meeting);
  return [
    `View Meeting: ${calendarLink(given)}`,
    ...(joinUrl ? [`Join: ${joinUrl}`] : []),
    ...(description ? ['', description] : []),
  ].join('\n');
}

/** Returns CANCEL for a cancelled meeting (RFC 5546, section 4.1.3) and PUBLISH otherwise. */
const methodOf = ({ state }: Pick<CalendarMeeting['meeting'], 'state'>): ICalCalendarMethod =>
  state === 'cancelled' ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH;

/** The type includes the file's method, as required by RFC 6047, section 2.4. */
export const calendarFileType = (meeting: Pick<CalendarMeeting['meeting'], 'state'>): string =>
  `text/calendar; charset=utf-8; method=${methodOf(meeting)}`;

export function calendarFile(given: CalendarMeeting): string {
  const { meeting, timeZone, now } = given;
  const span = { from: meeting.starts_at, to: meeting.ends_at };
  const calendar = emptyCalendar(timeZone, span).method(methodOf(meeting));
  addMeeting(calendar, { ...given, stamp: now });
  return fileOf(calendar, [meeting]);
}

/** Enough for the feeds of about 600 members with 50 meetings each. */
const feedCharactersMax = 24_000_000;

export interface CalendarFeed extends Omit<CalendarMeeting, 'meeting' | 'now'> {
  readonly name: string;
  readonly meetings: readonly CalendarMeeting['meeting'][];
}

/** Calendar programs fetch a feed every hour, and making one takes about 0.4 ms for each meeting. */
const keptFeeds = keepTexts(feedCharactersMax);

export const calendarFeed = (given: CalendarFeed): string =>
  keptFeeds(hash('sha256', JSON.stringify(given), 'base64'), () => makeFeed(given));

/** Uses the time of the last change as DTSTAMP, so that unchanged meetings produce identical bytes. */
function makeFeed(given: CalendarFeed): string {
  const { meetings, timeZone, name } = given;
  const times = meetings.flatMap((meeting) => [meeting.starts_at.getTime(), meeting.ends_at.getTime()]);
  const [from, to] = [new Date(Math.min(...times)), new Date(Math.max(...times))];
  const calendar = emptyCalendar(timeZone, { from, to, isWhole: true }).name(inert(name)).ttl(feedTtlSeconds);
  for (const meeting of meetings) addMeeting(calendar, { ...given, meeting, stamp: meeting.updated_at });
  return fileOf(calendar, meetings);
}

const eventEnd = '\r\nEND:VEVENT\r\n';

/**
 * Adds the CONFERENCE property (RFC 7986, section 5.11), which the generator does not support, and the final CRLF that
 * RFC 5545, section 3.1 requires.
 */
function fileOf(calendar: ICalCalendar, meetings: readonly CalendarMeeting['meeting'][]): string {
  const parts = `${calendar.toString()}\r\n`.split(eventEnd);
  return parts.map((part, nth) => part + conferenceOf(meetings[nth])).join(eventEnd);
}

function conferenceOf(meeting: CalendarMeeting['meeting'] | undefined): string {
  const address = meeting && URL.parse(calendarJoinUrl(meeting))?.href;
  return address ? `\r\n${folded(`CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO;LABEL=Join:${address}`)}` : '';
}

/** Splits an ASCII line into lines of at most 75 octets (RFC 5545, section 3.1). */
const folded = (line: string): string => line.match(/^.{1,75}|.{1,74}/g)?.join('\r\n ') ?? '';

const feedTtlSeconds = 3_600;

const prodId = '//Dais//Meetings//EN';

function emptyCalendar(timeZone: string, span: Span): ICalCalendar {
  return ical({
    prodId,
    method: ICalCalendarMethod.PUBLISH,
    // The generator writes timestamps in UTC if the name is null.
    timezone: { name: null, generator: (name: string) => (name === timeZone ? timeZoneBlock(name, span) : null) },
  });
}

function addMeeting(calendar: ICalCalendar, given: Omit<CalendarMeeting, 'now'> & { readonly stamp: Date }): void {
  const { meeting, timeZone } = given;
  const hasWallClock = [meeting.starts_at, meeting.ends_at].every((instant) => isNamedByWallClock(instant, timeZone));
  // The title also shows the cancellation, because some programs (such as calcurse) do not show the status.
  const isCancelled = meeting.state === 'cancelled';
  // The end must be later than the start (RFC 5545, section 3.8.2.2).
  const hasLength = meeting.ends_at > meeting.starts_at;
  const joinUrl = calendarJoinUrl(meeting);
  calendar.createEvent({
    id: `${meeting.id}@${given.host}`,
    sequence: meeting.sequence,
    stamp: given.stamp,
    created: meeting.created_at,
    lastModified: meeting.updated_at,
    start: hasWallClock ? new TZDate(meeting.starts_at, timeZone) : meeting.starts_at,
    ...(hasLength ? { end: hasWallClock ? new TZDate(meeting.ends_at, timeZone) : meeting.ends_at } : {}),
    timezone: hasWallClock ? timeZone : null,
    summary: inert(isCancelled ? `Cancelled: ${meeting.title}` : meeting.title),
    location: inert(meeting.location) || joinUrl || null,
    description: inert(calendarDescription(given)),
    url: calendarLink(given),
    organizer: { name: inert(given.organizer.name), email: given.organizer.email },
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    // Programs that keep a cancelled entry must show its time as free.
    transparency: isCancelled ? ICalEventTransparency.TRANSPARENT : null,
  });
}

/** Returns false if the local time occurs twice, as it does when clocks are set back. */
function isNamedByWallClock(instant: Date, timeZone: string): boolean {
  if (!isNearChange(timeZone, instant.getTime())) return true;
  const wallClock = toCalendarDateTime(fromAbsolute(instant.getTime(), timeZone));
  const [earlier, later] = (['earlier', 'later'] as const).map((which) => toZoned(wallClock, timeZone, which).toDate());
  return earlier?.getTime() === later?.getTime();
}

const inert = (text: string): string => text.replace(/[^\P{Cc}\n\r\t]|[\u202a-\u202e\u2066-\u2069]/gu, '');

const yearMs = 366 * 86_400_000;

interface Span {
  readonly from: Date;
  readonly to: Date;
  readonly isWhole?: boolean;
}

/** Returns a VTIMEZONE (RFC 5545, section 3.6.5). */
function timeZoneBlock(timeZone: string, span: Span): string {
  const observances = stretches(span).flatMap(({ begins, ends }) => {
    const offset = offsetAt(timeZone, begins);
    return [{ at: begins, before: offset, after: offset }, ...clockChanges(timeZone, { begins, ends })];
  });
  const standard = Math.min(...observances.map((observance) => observance.after));
  const lines = observances.flatMap(({ at, before, after }) => {
    const kind = after > standard ? 'DAYLIGHT' : 'STANDARD';
    return [
      `BEGIN:${kind}`,
      `DTSTART:${compact(new Date(at + before))}`,
      `TZOFFSETFROM:${offsetText(before)}`,
      `TZOFFSETTO:${offsetText(after)}`,
      `END:${kind}`,
    ];
  });
  return ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...lines, 'END:VTIMEZONE'].join('\r\n');
}

function stretches(span: Span) {
  const [from, to] = [span.from.getTime(), span.to.getTime()];
  if (span.isWhole || to - from <= 2 * yearMs) return [{ begins: from - yearMs, ends: to + yearMs }];
  return [
    { begins: from - yearMs, ends: from + yearMs },
    { begins: to - yearMs, ends: to + yearMs },
  ];
}

function offsetText(offsetMs: number): string {
  const minutes = Math.round(Math.abs(offsetMs) / 60_000);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
}

const compact = (date: Date): string => date.toISOString().slice(0, 19).replace(/[-:]/g, '');
