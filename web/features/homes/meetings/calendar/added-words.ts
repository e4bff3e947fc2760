import { type CalendarType, calendarTypeLabels } from '#domain/calendar-types.ts';

/** What happens once a meeting is added, and what to do where it does not (the vendors' pages may be blocked). */
export function addedSentence(type: CalendarType): string {
  return type === 'ical'
    ? 'The calendar file is on its way. If nothing opens, copy this link into your calendar.'
    : `${calendarTypeLabels[type]} opens beside this page. If nothing opens, copy this link into your browser.`;
}

/** The same for a subscription. */
export function subscribedSentence(type: CalendarType): string {
  return type === 'ical'
    ? 'Your calendar program opens. If nothing opens, copy this link into it.'
    : `${calendarTypeLabels[type]} opens beside this page. If nothing opens, copy this link into your calendar.`;
}

/** An address as it is read: without the scheme. It is copied whole. */
export function shownAddress(address: string): string {
  return address.replace(/^https?:\/\//, '');
}
