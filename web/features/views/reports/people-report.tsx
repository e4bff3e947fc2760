import type { AnswerOf } from '#contract/endpoint.ts';
import { getPeopleReport } from '#contract/reports.ts';
import { formatDate } from '#domain/dates.ts';
import { daysBetween } from '#domain/days.ts';
import { counted } from '#domain/text.ts';
import { useTimeZone } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { DataTable } from '#web/ui/rows/data-table.tsx';
import type { ReportQuery } from './report-filters.tsx';
import {
  formatDay,
  PersonName,
  type PersonWithTerm,
  Report,
  ReportHead,
  ReportSection,
  useReport,
} from './report-parts.tsx';
import styles from './reports.module.css';

export function PeopleReport({ query }: { readonly query: ReportQuery }) {
  const report = useReport(getPeopleReport, { query });
  return (
    <Report
      report={report}
      isEmpty={({ people }) => people.length === 0}
      emptyTitle="Nobody to report on"
      emptyText="Choose another group, or invite people to the board."
    >
      {(data) => <PeopleFigures data={data} />}
    </Report>
  );
}

function PeopleFigures({ data }: { readonly data: AnswerOf<typeof getPeopleReport> }) {
  const timeZone = useTimeZone();
  const { total, today, people } = data;
  return (
    <>
      <ReportHead figure={String(total.active)}>
        active {total.active === 1 ? 'member' : 'members'}; {total.joined} joined and {total.left} left in this period
        {total.pending > 0 && `; ${counted(total.pending, 'invitation')} pending`}
        {data.has_terms && `; ${counted(total.terms_ending, 'term')} already ended or due to end within a year`}
      </ReportHead>
      {data.has_terms ? (
        <TermsChart people={people} today={today} />
      ) : (
        <p className={styles.note}>
          No position field records when terms end. Add a date field called “Term end” in{' '}
          <TextLink href={paths.adminProfile()}>Profile Fields</TextLink>.
        </p>
      )}
      <ReportSection title="By member">
        <DataTable
          label="People and terms"
          rows={people}
          keyOf={(person) => person.member_id}
          columns={[
            {
              id: 'member',
              header: 'Member',
              cell: (person) => (
                <>
                  <PersonName person={person} />
                  {person.office !== null && <span className={styles.office}>{person.office}</span>}
                </>
              ),
            },
            { id: 'groups', header: 'Groups', wideOnly: true, cell: (person) => person.groups.join(', ') },
            { id: 'joined', header: 'Joined', cell: (person) => <Joined person={person} timeZone={timeZone} /> },
            { id: 'term', header: 'Term', cell: (person) => <Term person={person} today={today} /> },
            {
              id: 'left',
              header: 'Inactive since',
              align: 'end',
              wideOnly: true,
              cell: (person) => leftText(person, timeZone),
            },
          ]}
        />
      </ReportSection>
    </>
  );
}

function Joined({ person, timeZone }: { readonly person: PersonWithTerm; readonly timeZone: string }) {
  return (
    <>
      {person.joined_at === null ? '–' : formatDate(person.joined_at, timeZone)}
      {person.has_joined_in_period && (
        <span className={styles.below}>
          <Badge tone="positive">Joined</Badge>
        </span>
      )}
    </>
  );
}

function Term({ person, today }: { readonly person: PersonWithTerm; readonly today: string }) {
  const { term_start: start, term_end: end } = person;
  if (start === null && end === null) return '–';
  const status = end === null ? null : termStatus(end, today);
  return (
    <>
      <span className={styles.dates}>{daysOfTerm(start, end)}</span>
      {status !== null && person.status === 'active' && !person.is_removed && (
        <span className={styles.below}>
          <Badge tone={status.isOver ? 'negative' : 'caution'}>{status.text}</Badge>
        </span>
      )}
    </>
  );
}

function daysOfTerm(start: string | null, end: string | null): string {
  if (start === null) return `Until ${formatDay(end ?? '')}`;
  return end === null ? `From ${formatDay(start)}` : `${formatDay(start)} – ${formatDay(end)}`;
}

function leftText({ left_at: at, status, is_removed: isGone }: PersonWithTerm, timeZone: string): string {
  if (at !== null) return formatDate(at, timeZone);
  return isGone || status === 'inactive' ? 'Unknown' : '–';
}

interface Term {
  readonly id: string;
  readonly name: string;
  readonly start: string;
  readonly end: string;
}

function TermsChart({ people, today }: { readonly people: readonly PersonWithTerm[]; readonly today: string }) {
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

/** A term that ends within this many days is marked. */
const soonDays = 365;

function termStatus(end: string, today: string): { readonly text: string; readonly isOver: boolean } | null {
  const days = daysBetween(today, end);
  if (days < 0) return { text: 'Ended', isOver: true };
  if (days > soonDays) return null;
  if (days === 0) return { text: 'Ends today', isOver: false };
  const left = days < 60 ? counted(days, 'day') : counted(Math.floor(days / 30.4), 'month');
  return { text: `Ends in ${left}`, isOver: false };
}
