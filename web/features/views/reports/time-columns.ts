import type { ReportBuckets } from '#contract/reports.ts';

const on = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { ...options, timeZone: 'UTC' });

/** Weeks, months or years as the columns of a plot; a year stands where it begins. */
export function timeColumns({ unit, counts }: ReportBuckets) {
  return counts.map(({ start, count }, nth) => {
    const isFirstOfYear = nth === 0 || counts[nth - 1]?.start.slice(0, 4) !== start.slice(0, 4);
    const year = start.slice(0, 4);
    const under = isFirstOfYear ? year : null;
    if (unit === 'year') return { key: start, label: year, value: count };
    if (unit === 'month') {
      const words = on(start, { month: 'long', year: 'numeric' });
      return { key: start, label: on(start, { month: 'short' }), under, words, value: count };
    }
    const words = `Week of ${on(start, { month: 'long', day: 'numeric', year: 'numeric' })}`;
    return { key: start, label: on(start, { month: 'short', day: 'numeric' }), under, words, value: count };
  });
}

export const unitWords: Readonly<Record<ReportBuckets['unit'], string>> = {
  week: 'Week',
  month: 'Month',
  year: 'Year',
};
