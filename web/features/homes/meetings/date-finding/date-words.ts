import type { DateOption, DateSearch } from '#contract/date-options.ts';
import type { MeetingSummary } from '#contract/meeting-summary.ts';
import { type DateBlock, dateBlock, formatHeadingDate, formatTime, formatTimeRange } from '#domain/dates.ts';

/**
 * An option in words: 'Jan 23' ('Jan 29 – 31' over several days) and 'Sat, 10:00 AM' for a column's head, the date and its times,
 * and both together.
 */
export function dateWords({ start, end }: Pick<DateOption, 'start' | 'end'>, timeZone: string) {
  const block = dateBlock(start, timeZone);
  const date = formatHeadingDate(start, timeZone);
  const times = formatTimeRange(start, end, timeZone);
  return {
    day: daysOf(block, dateBlock(end, timeZone)),
    time: `${block.weekday.slice(0, 3)}, ${formatTime(start, timeZone)}`,
    date,
    times,
    whole: `${date}, ${times}`,
  };
}

/** 'Jan 23', 'Jan 29 – 31', 'Jan 29 – Feb 1' */
function daysOf(first: DateBlock, last: DateBlock): string {
  const dayOf = ({ monthAndYear, day }: DateBlock): string => `${monthAndYear.slice(0, 3)} ${day}`;
  if (first.iso === last.iso) return dayOf(first);
  return `${dayOf(first)} – ${first.monthAndYear === last.monthAndYear ? last.day : dayOf(last)}`;
}

/** '4 yes, 2 if need be, 1 no', what nobody said left out. */
export function totalWords(option: Pick<DateOption, 'yes' | 'if_need_be' | 'no'>): string {
  const said = [
    [option.yes, 'yes'],
    [option.if_need_be, 'if need be'],
    [option.no, 'no'],
  ].flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]));
  return said.length === 0 ? 'No answers yet' : said.join(', ');
}

/** '5 of 8 have answered'; null where the reader is not told who is asked. */
export function answeredWords({ rows }: Pick<DateSearch, 'rows'>): string | undefined {
  if (rows === null || rows.length === 0) return undefined;
  const answered = rows.filter((row) => row.answers.some((answer) => answer !== null)).length;
  return `${answered} of ${rows.length} have answered`;
}

/** '3 dates to choose from', and what the reader still owes. */
export function searchWords({ date_search: search }: Pick<MeetingSummary, 'date_search'>): readonly string[] {
  if (search === null) return [];
  const { option_count: offered, unanswered_count: owed } = search;
  const said = `${offered} dates to choose from`;
  if (owed === 0) return [said];
  return [said, owed === offered ? 'Not answered yet' : `${owed} not answered yet`];
}
