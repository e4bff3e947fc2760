import { formatDate } from '#domain/dates.ts';
import { daysBetween } from '#domain/local-time.ts';
import { counted } from '#domain/text.ts';
import type { PersonWithTerm } from './report-parts.tsx';
import styles from './reports.module.css';

/** A day without a time, as the board wrote it. */
export const formatDay = (day: string): string => formatDate(`${day}T12:00:00Z`, 'UTC');

const soonDays = 365;

/** What is to be done about a term: 'Ended', 'Ends in 23 days', 'Ends in 7 months'; null while there is time. */
export function termStatus(end: string, today: string): { readonly text: string; readonly isOver: boolean } | null {
  const days = daysBetween(today, end);
  if (days < 0) return { text: 'Ended', isOver: true };
  if (days > soonDays) return null;
  if (days === 0) return { text: 'Ends today', isOver: false };
  const left = days < 60 ? counted(days, 'day') : counted(Math.floor(days / 30.4), 'month');
  return { text: `Ends in ${left}`, isOver: false };
}

interface TermsChartProps {
  readonly people: readonly PersonWithTerm[];
  readonly today: string;
}

interface Term {
  readonly id: string;
  readonly name: string;
  readonly start: string;
  readonly end: string;
}

/** Terms as bars over the years, those that end first on top; what is served is filled, what is to come is an outline. */
export function TermsChart({ people, today }: TermsChartProps) {
  const terms = people
    .flatMap(
      ({ member_id: id, name, status, is_removed: isGone, term_start: start, term_end: end }): readonly Term[] => {
        if (end === null || isGone || status === 'inactive') return [];
        return [{ id, name, start: start === null || start > end ? end : start, end }];
      },
    )
    .toSorted((one, other) => one.end.localeCompare(other.end));
  if (terms.length === 0) return null;
  const days = [today, ...terms.flatMap(({ start, end }) => [start, end])].toSorted();
  const first = Number(days[0]?.slice(0, 4));
  const last = Number(days.at(-1)?.slice(0, 4)) + 1;
  const place = (day: string): number => {
    const [from, to] = [Date.UTC(first, 0), Date.UTC(last, 0)];
    return ((Date.parse(day) - from) / (to - from)) * 100;
  };
  const years = Array.from({ length: last - first }, (_, nth) => first + nth);
  const spoken = terms.map(({ name, end }) => `${name}: until ${formatDay(end)}`).join('; ');
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>Terms, those that end first on top</figcaption>
      <div className={styles.terms} role="img" aria-label={`Terms. ${spoken}. The table below has them all.`}>
        <div className={styles['term-years']}>
          {years.map((year) => (
            <span key={year} style={{ insetInlineStart: `${place(`${year}-01-01`)}%` }}>
              {year}
            </span>
          ))}
        </div>
        {terms.map(({ id, name, start, end }) => (
          <div key={id} className={styles['term-row']}>
            <span className={styles['term-name']}>{name}</span>
            <span className={styles['term-track']}>
              {years.map((year) => (
                <span
                  key={year}
                  className={styles['term-line']}
                  style={{ insetInlineStart: `${place(`${year}-01-01`)}%` }}
                />
              ))}
              <TermBar from={place(start)} to={place(end)} now={place(today)} />
              <span className={styles['term-now']} style={{ insetInlineStart: `${place(today)}%` }} />
            </span>
          </div>
        ))}
        <div className={styles['term-foot']}>
          <span style={{ insetInlineStart: `${place(today)}%` }}>Today</span>
        </div>
      </div>
    </figure>
  );
}

/** Percent of the track. */
function TermBar({ from, to, now }: { readonly from: number; readonly to: number; readonly now: number }) {
  const served = Math.min(Math.max(now, from), to);
  return (
    <>
      {to > served && (
        <span
          className={styles['term-left']}
          style={{ insetInlineStart: `${served}%`, inlineSize: `${to - served}%` }}
        />
      )}
      {served > from && (
        <span
          className={styles['term-served']}
          style={{ insetInlineStart: `${from}%`, inlineSize: `${served - from}%` }}
        />
      )}
    </>
  );
}
