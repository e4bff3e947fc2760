import { type CalendarType, calendarTypeLabels, isCalendarType } from '#domain/calendar.ts';

export function addedSentence(type: CalendarType): string {
  return type === 'ical'
    ? 'The calendar file is being downloaded. If nothing opens, copy this link and paste it into your calendar.'
    : `${calendarTypeLabels[type]} is opening in a new tab. If nothing opens, copy this link and paste it into your browser.`;
}

export function subscribedSentence(type: CalendarType): string {
  return type === 'ical'
    ? 'Your calendar app is opening. If nothing opens, copy this link and paste it into the app.'
    : `${calendarTypeLabels[type]} is opening in a new tab. If nothing opens, copy this link and paste it into your calendar.`;
}

export function shownAddress(address: string): string {
  return address.replace(/^https?:\/\//, '');
}

const key = 'calendarTypeId';

/** Returns the type last chosen in this browser. Returns null if there is none or storage is denied. */
export function lastCalendarType(): CalendarType | null {
  try {
    const kept = window.localStorage.getItem(key);
    return kept !== null && isCalendarType(kept) ? kept : null;
  } catch (error) {
    console.info('The calendar choice could not be read from local storage', error);
    return null;
  }
}

export function rememberCalendarType(type: CalendarType): void {
  try {
    window.localStorage.setItem(key, type);
  } catch (error) {
    console.info('The calendar choice could not be saved in local storage', error);
  }
}

export function openCalendarLink(address: string, type: CalendarType): void {
  rememberCalendarType(type);
  if (type === 'ical') window.location.assign(address);
  else window.open(address, '_blank', 'noopener');
}
