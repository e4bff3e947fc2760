import type { CalendarType } from './calendar.ts';

/** `base` has no trailing slash. */
export const calendarPaths = {
  addMeeting: (base: string, meetingId: string, type: CalendarType): string =>
    `${base}/meetings/addtocalendar/${encodeURIComponent(meetingId)}/${type}`,
  addMagic: (base: string, magicUid: string, type: CalendarType): string =>
    `${base}/addtocalendar/${encodeURIComponent(magicUid)}/${type}`,
  subscribe: (base: string, idOrUid: string, type: CalendarType): string =>
    `${base}/meetings/subscribetocalendar/${encodeURIComponent(idOrUid)}/${type}`,
} as const;
