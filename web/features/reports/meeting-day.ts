import { formatHeadingDate, isoDate, toDate } from '../../../domain/dates.ts';

interface Dated {
  readonly title: string;
  readonly start: string;
}

/** 'Jan 15', and below it the year where the meetings beside it are of several. */
export function columnDay(meeting: Dated, among: readonly Dated[], timeZone: string) {
  const yearOf = ({ start }: Dated): string => isoDate(start, timeZone).slice(0, 4);
  return {
    day: toDate(meeting.start).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone }),
    year: new Set(among.map(yearOf)).size > 1 ? yearOf(meeting) : null,
    words: `${meeting.title}, ${formatHeadingDate(meeting.start, timeZone)}`,
  };
}
