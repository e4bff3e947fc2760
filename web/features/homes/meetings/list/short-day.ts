import { dateBlock, type Instant, toDate, yearIn } from '#domain/dates.ts';

/** 'Dec 3' over 'Thursday' in the board's zone; in another year than now, 'Jan 22' over 'Fri, 2027'. */
export function shortDay(
  instant: Instant,
  at: { readonly timeZone: string; readonly now: Instant },
): { readonly day: string; readonly under: string } {
  const { weekday } = dateBlock(instant, at.timeZone);
  const year = yearIn(instant, at.timeZone);
  return {
    day: toDate(instant).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: at.timeZone }),
    under: year === yearIn(at.now, at.timeZone) ? weekday : `${weekday.slice(0, 3)}, ${year}`,
  };
}
