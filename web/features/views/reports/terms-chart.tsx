import { formatDate } from '#domain/dates.ts';
import { daysBetween } from '#domain/days.ts';
import { counted } from '#domain/text.ts';
import type { PersonWithTerm } from './report-parts.tsx';
import styles from './reports.module.css';

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

export function TermsChart({ people, today }: TermsChartProps) {
  const terms = people.flatMap(termOf).toSorted((one, other) => one.end.localeCompare(other.end));
  if (terms.length === 0) return null;
  const { years, percentOf } = yearScale([today, ...terms.flatMap(({ start, end }) => [start, end])]);
  const label = terms.map(({ name, end }) => `${name}: until ${formatDay(end)}`).join('; ');
  const now = percentOf(today);
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>Terms, earliest end first</figcaption>
      <div className={styles.terms} role="img" aria-label={`Terms. ${label}. The table below lists them all.`}>
        <div className={styles['term-years']}>
          {years.map((year) => (
            <span key={year} style={{ insetInlineStart: `${percentOf(`${year}-01-01`)}%` }}>
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
                  style={{ insetInlineStart: `${percentOf(`${year}-01-01`)}%` }}
                />
              ))}
              <TermBar from={percentOf(start)} to={percentOf(end)} now={now} />
              <span className={styles['term-now']} style={{ insetInlineStart: `${now}%` }} />
            </span>
          </div>
        ))}
        <div className={styles['term-foot']}>
          <span style={{ insetInlineStart: `${now}%` }}>Today</span>
        </div>
      </div>
    </figure>
  );
}

function termOf(person: PersonWithTerm): readonly Term[] {
  const { member_id: id, name, status, is_removed: isGone, term_start: start, term_end: end } = person;
  if (end === null || isGone || status === 'inactive') return [];
  return [{ id, name, start: start === null || start > end ? end : start, end }];
}

function yearScale(days: readonly string[]) {
  const sorted = days.toSorted();
  const first = Number(sorted[0]?.slice(0, 4));
  const last = Number(sorted.at(-1)?.slice(0, 4)) + 1;
  const [from, to] = [Date.UTC(first, 0), Date.UTC(last, 0)];
  return {
    years: Array.from({ length: last - first }, (_, nth) => first + nth),
    percentOf: (day: string): number => ((Date.parse(day) - from) / (to - from)) * 100,
  };
}

interface TermBarProps {
  readonly from: number;
  readonly to: number;
  readonly now: number;
}

function TermBar({ from, to, now }: TermBarProps) {
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

export const formatDay = (day: string): string => formatDate(`${day}T12:00:00Z`, 'UTC');

/** A term that ends within this many days is marked. */
const soonDays = 365;

export function termStatus(end: string, today: string): { readonly text: string; readonly isOver: boolean } | null {
  const days = daysBetween(today, end);
  if (days < 0) return { text: 'Ended', isOver: true };
  if (days > soonDays) return null;
  if (days === 0) return { text: 'Ends today', isOver: false };
  const left = days < 60 ? counted(days, 'day') : counted(Math.floor(days / 30.4), 'month');
  return { text: `Ends in ${left}`, isOver: false };
}
