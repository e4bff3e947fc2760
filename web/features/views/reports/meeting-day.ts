import { formatHeadingDate, isoDate, toDate } from '#domain/dates.ts';

interface Dated {
  readonly title: string;
  readonly start: string;
}

/** 'Jan 15', and below it the year where one begins; `under` is empty in between, and null where all are of one year. */
export function columnDays(meetings: readonly Dated[], timeZone: string) {
  const years = meetings.map(({ start }) => isoDate(start, timeZone).slice(0, 4));
  const areSeveral = new Set(years).size > 1;
  return meetings.map((meeting, nth) => ({
    day: toDate(meeting.start).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone }),
    under: areSeveral ? (years[nth] === years[nth - 1] ? '' : (years[nth] ?? '')) : null,
    words: `${meeting.title}, ${formatHeadingDate(meeting.start, timeZone)}`,
  }));
}
