import { Check, Circle, X } from 'lucide-react';
import type { AnswerOf } from '#contract/endpoint.ts';
import { getAnswersReport } from '#contract/reports.ts';
import { formatListDate } from '#domain/dates.ts';
import { earlyBuckets, percentage } from '#domain/reports.ts';
import { counted } from '#domain/text.ts';
import { useTimeZone } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { useFollowLink } from '#web/shell/follow-link.ts';
import { Icon } from '#web/ui/icon.tsx';
import { type DataColumn, DataTable } from '#web/ui/rows/data-table.tsx';
import { ColumnChart } from './column-chart.tsx';
import type { ReportQuery } from './report-filters.tsx';
import { PersonName, Report, ReportHead, ReportSection, useReport } from './report-parts.tsx';
import styles from './reports.module.css';

type Answers = AnswerOf<typeof getAnswersReport>;
type Counts = Pick<Answers['total'], 'going' | 'not_going' | 'none'>;

export function AnswersReport({ query }: { readonly query: ReportQuery }) {
  const report = useReport(getAnswersReport, { query });
  return (
    <Report
      report={report}
      isEmpty={({ members }) => members.length === 0}
      emptyTitle="No answers to report"
      emptyText="Answers to a meeting invitation are counted here once the meeting has begun."
    >
      {(answers) => <AnswersFigures answers={answers} />}
    </Report>
  );
}

interface AnswersProps {
  readonly answers: Answers;
}

function AnswersFigures({ answers }: AnswersProps) {
  const { total, meetings, early } = answers;
  return (
    <>
      <ReportHead figure={percentage(repliedOf(total), invitedOf(total))}>
        of {counted(invitedOf(total), 'invitation')} answered, across {counted(meetings.length, 'meeting')}
        {total.days_before !== null && `; a typical reply arrived ${daysBeforeText(total.days_before)}`}
      </ReportHead>
      <ColumnChart
        caption="When replies arrived"
        headers={['Before the start', 'Replies']}
        columns={earlyBuckets.map(({ key, label }) => ({
          key,
          label,
          value: early.find((each) => each.key === key)?.count ?? 0,
        }))}
      />
      <MemberAnswers answers={answers} />
      <MeetingAnswers answers={answers} />
    </>
  );
}

function MemberAnswers({ answers: { members, total } }: AnswersProps) {
  return (
    <ReportSection title="By member" aside={<Legend />}>
      <DataTable
        label="Answers by member"
        rows={members}
        keyOf={(member) => member.member_id}
        columns={[
          { id: 'member', header: 'Member', cell: (member) => <PersonName person={member} />, foot: 'All' },
          ...answerColumns(total),
          {
            id: 'replied',
            header: 'Replied',
            align: 'end',
            cell: (member) => percentage(repliedOf(member), invitedOf(member)),
            foot: percentage(repliedOf(total), invitedOf(total)),
          },
          {
            id: 'days',
            header: (
              <>
                Days<span className="hide-small"> before</span>
              </>
            ),
            align: 'end',
            cell: (member) => member.days_before ?? '–',
            foot: total.days_before ?? '–',
          },
        ]}
      />
      <p className={styles.note}>
        “Days before” is a median: half of the replies arrived at least this many days before the start.
      </p>
    </ReportSection>
  );
}

function MeetingAnswers({ answers }: AnswersProps) {
  const timeZone = useTimeZone();
  const follow = useFollowLink();
  return (
    <ReportSection title="By meeting">
      <DataTable
        label="Answers by meeting"
        rows={answers.meetings.toReversed()}
        keyOf={(meeting) => meeting.id}
        columns={[
          {
            id: 'meeting',
            header: 'Meeting',
            cell: (meeting) => (
              <a href={paths.meeting(meeting.id)} onClick={follow}>
                {meeting.title}
              </a>
            ),
          },
          ...answerColumns(),
          { id: 'date', header: 'Date', align: 'end', cell: (meeting) => formatListDate(meeting.start, timeZone) },
        ]}
      />
    </ReportSection>
  );
}

const repliedOf = ({ going, not_going: notGoing }: Counts): number => going + notGoing;
const invitedOf = (counts: Counts): number => repliedOf(counts) + counts.none;

function daysBeforeText(days: number): string {
  if (days < 0) return 'after the start';
  return days < 1 ? 'on the day' : `${counted(days, 'day')} before the start`;
}

const kinds = [
  { key: 'going', label: 'Going', icon: Check, look: 'share-in' },
  { key: 'not_going', label: 'Not Going', icon: X, look: 'share-remote' },
  { key: 'none', label: 'No Reply', icon: Circle, look: 'share-out' },
] as const;

function answerColumns(total?: Counts): readonly DataColumn<Counts>[] {
  return [
    {
      id: 'answers',
      header: 'Answers',
      wideOnly: true,
      cell: (counts) => <AnswerBar counts={counts} />,
      foot: total && <AnswerBar counts={total} />,
    },
    ...kinds.map(
      ({ key, label, icon }): DataColumn<Counts> => ({
        id: key,
        header: (
          <>
            <span className="hide-small">{label}</span>
            <span className="only-small">
              <Icon of={icon} size="s" label={label} />
            </span>
          </>
        ),
        align: 'end',
        cell: (counts) => counts[key],
        foot: total?.[key],
      }),
    ),
  ];
}

function Legend() {
  return (
    <span className={`${styles.legend} hide-small`}>
      {kinds.map(({ key, label, look }) => (
        <span key={key}>
          <span className={`${styles.swatch} ${styles[look]}`} />
          {label}
        </span>
      ))}
    </span>
  );
}

/** Hidden from assistive technology, because the cells next to it contain the same numbers. */
function AnswerBar({ counts }: { readonly counts: Counts }) {
  return (
    <span className={styles['answer-bar']} aria-hidden="true">
      {kinds.map(({ key, look }) =>
        counts[key] === 0 ? null : <span key={key} className={styles[look]} style={{ flexGrow: counts[key] }} />,
      )}
    </span>
  );
}
