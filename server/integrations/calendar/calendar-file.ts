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
  const { meeting, timeZone } = given;
  const span = { from: meeting.starts_at, to: meeting.ends_at };
  const calendar = emptyCalendar(timeZone, span).method(methodOf(meeting));
  addMeeting(calendar, { ...given, stamp: given.now });
  return withConference(fileOf(calendar), meeting);
}

/** Uses the time of the last change as DTSTAMP, so that unchanged meetings produce identical bytes. */
export function calendarFeed(
  given: Omit<CalendarMeeting, 'meeting' | 'now'> & {
    readonly name: string;
    readonly meetings: readonly CalendarMeeting['meeting'][];
  },
): string {
  const { meetings, timeZone, name } = given;
  const events = meetings.map((meeting) => eventOf({ ...given, meeting }));
  const times = meetings.flatMap((meeting) => [meeting.starts_at.getTime(), meeting.ends_at.getTime()]);
  const span = events.some(({ isZoned }) => isZoned) ? { from: Math.min(...times), to: Math.max(...times) } : null;
  const head = headOf({ name, timeZone, span });
  return `${head}${events.map(({ text }) => text).join('')}${calendarEnd}`;
}

const calendarEnd = 'END:VCALENDAR\r\n';
const eventBegin = '\r\nBEGIN:VEVENT\r\n';
/** 12 million characters are enough for about 15,000 meetings. */
const keptEvents = keepTexts<{ readonly text: string; readonly isZoned: boolean }>(12_000_000);
const keptHeads = keepTexts<{ readonly text: string }>(2_000_000);

function eventOf(given: Omit<CalendarMeeting, 'now'>) {
  const { meeting, timeZone, baseUrl, host, organizer } = given;
  const { created_at, updated_at, starts_at, ends_at } = meeting;
  const instants = [created_at, updated_at, starts_at, ends_at].map((instant) => instant.getTime());
  const texts = [
    organizer.name,
    organizer.email,
    meeting.id,
    meeting.type,
    meeting.state,
    meeting.title,
    meeting.location,
    meeting.join_url,
    meeting.description,
  ];
  const made = [timeZone, baseUrl, host, meeting.sequence, ...instants, ...texts].join('\0');
  return keptEvents(hash('sha256', made, 'base64'), () => {
    const calendar = ical({ prodId, timezone: null });
    addMeeting(calendar, { ...given, stamp: updated_at });
    const file = withConference(fileOf(calendar), meeting);
    const text = file.slice(file.indexOf(eventBegin) + '\r\n'.length, -calendarEnd.length);
    return { text, isZoned: /^DTSTART;TZID=/m.test(text) };
  });
}

function headOf(of: {
  readonly name: string;
  readonly timeZone: string;
  readonly span: { readonly from: number; readonly to: number } | null;
}): string {
  const { name, timeZone, span } = of;
  return keptHeads(JSON.stringify(of), () => {
    const [from, to] = [new Date(span?.from ?? 0), new Date(span?.to ?? 0)];
    const calendar = emptyCalendar(timeZone, { from, to, isWhole: true });
    calendar.name(inert(name)).ttl(feedTtlSeconds);
    if (span === null) return { text: fileOf(calendar).slice(0, -calendarEnd.length) };
    calendar.createEvent({ start: new TZDate(from, timeZone), timezone: timeZone });
    const file = fileOf(calendar);
    return { text: file.slice(0, file.lastIndexOf(eventBegin) + '\r\n'.length) };
  }).text;
}

/** RFC 5545, section 3.1 requires a final CRLF. */
const fileOf = (calendar: ICalCalendar): string => `${calendar.toString()}\r\n`;

/**
 * The generator does not support the CONFERENCE property (RFC 7986, section 5.11). The file must contain exactly one
 * event.
 */
function withConference(file: string, meeting: CalendarMeeting['meeting']): string {
  const address = URL.parse(calendarJoinUrl(meeting))?.href;
  if (address === undefined) return file;
  const line = folded(`CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO;LABEL=Join:${address}`);
  return file.replace('\r\nEND:VEVENT\r\n', () => `\r\n${line}\r\nEND:VEVENT\r\n`);
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
