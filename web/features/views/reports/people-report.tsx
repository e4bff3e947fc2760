import { getPeopleReport } from '#contract/reports.ts';
import { formatDate } from '#domain/dates.ts';
import { counted } from '#domain/text.ts';
import { paths } from '#web/paths.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { DataTable } from '#web/ui/rows/data-table.tsx';
import {
  PersonName,
  type PersonWithTerm,
  ReportEmpty,
  ReportHead,
  ReportPending,
  type ReportProps,
  ReportSection,
  useReport,
} from './report-parts.tsx';
import styles from './reports.module.css';
import { formatDay, TermsChart, termStatus } from './terms-chart.tsx';

export function PeopleReport({ query, timeZone }: ReportProps) {
  const { data, isPlaceholderData } = useReport(getPeopleReport, { query });
  if (data === undefined) return <ReportPending />;
  if (data.people.length === 0) {
    return <ReportEmpty title="Nobody to report on" text="Choose another group, or invite people to the board." />;
  }
  const { total, today, people } = data;
  return (
    <div aria-busy={isPlaceholderData}>
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
    </div>
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
