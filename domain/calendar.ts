import { type Instant, toDate } from './dates.ts';
import { calendarMessages } from './messages/meetings.ts';

export const calendarTypes = ['google', 'outlook365', 'outlook', 'ical'] as const;
export type CalendarType = (typeof calendarTypes)[number];

export const calendarTypeLabels: Readonly<Record<CalendarType, string>> = {
  google: 'Google',
  outlook365: 'Outlook 365',
  outlook: 'Outlook',
  ical: 'iCal',
};

export function isCalendarType(text: string): text is CalendarType {
  return Object.hasOwn(calendarTypeLabels, text);
}

export function calendarTypeError(type: CalendarType | null): string | null {
  return type === null ? calendarMessages.typeMissing : null;
}

export interface CalendarEvent {
  readonly title: string;
  readonly start: Instant;
  readonly end: Instant;
  /** Plain text. Begins with the link to the meeting, because calendar services truncate long URLs. */
  readonly description: string;
  readonly location: string;
  readonly timeZone: string;
}

/** Returns null for ical, which downloads a file. */
export function addToCalendarAddress(type: CalendarType, event: CalendarEvent): string | null {
  if (type === 'ical') return null;
  if (type === 'google') {
    return withQuery('https://calendar.google.com/calendar/render', {
      action: 'TEMPLATE',
      text: event.title,
      dates: `${compactUtc(event.start)}/${compactUtc(event.end)}`,
      details: event.description,
      location: event.location,
      ctz: event.timeZone,
    });
  }
  return withQuery(`${outlookBase[type]}/deeplink/compose`, {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: event.title,
    startdt: toDate(event.start).toISOString(),
    enddt: toDate(event.end).toISOString(),
    body: event.description,
    location: event.location,
  });
}

export function subscribeAddress(
  type: CalendarType,
  feed: { readonly address: string; readonly name: string },
): string {
  if (type === 'ical') return webcalAddress(feed.address);
  if (type === 'google') {
    return withQuery('https://calendar.google.com/calendar/render', { cid: webcalAddress(feed.address) });
  }
  return withQuery(`${outlookBase[type]}/addfromweb`, { url: feed.address, name: feed.name });
}

export function webcalAddress(address: string): string {
  return address.replace(/^https?:/, 'webcal:');
}

const outlookBase = {
  outlook365: 'https://outlook.office.com/calendar/0',
  outlook: 'https://outlook.live.com/calendar/0',
} as const;

/** Encodes spaces as %20, because Outlook shows plus signs literally. */
function withQuery(base: string, query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== '');
  return `${base}?${pairs.map(([key, value]) => `${key}=${encodeURIComponent(value.toWellFormed())}`).join('&')}`;
}

/** For example, '20261119T133000Z'. */
function compactUtc(instant: Instant): string {
  return `${toDate(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}
