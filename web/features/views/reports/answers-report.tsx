import { Check, Circle, X } from 'lucide-react';
import type { AnswerOf } from '#contract/endpoint.ts';
import { getAnswersReport } from '#contract/reports.ts';
import { formatListDate } from '#domain/dates.ts';
import { earlyBuckets, percentage } from '#domain/reports.ts';
import { counted } from '#domain/text.ts';
import { paths } from '#web/paths.ts';
import { useFollowLink } from '#web/shell/follow-link.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { TableWrap } from '#web/ui/rows/table.tsx';
import { ColumnChart } from './column-chart.tsx';
import { PersonName, ReportEmpty, ReportHead, ReportPending, useReport } from './report-parts.tsx';
import styles from './reports.module.css';
import type { ReportQuery } from './reports-address.ts';

type Answers = AnswerOf<typeof getAnswersReport>;
type Counts = Pick<Answers['total'], 'going' | 'not_going' | 'none'>;

interface AnswersReportProps {
  readonly query: ReportQuery;
  readonly timeZone: string;
}

/** How invitations were answered, and how early. */
export function AnswersReport({ query, timeZone }: AnswersReportProps) {
  const { data, isPlaceholderData } = useReport(getAnswersReport, { query });
  const follow = useFollowLink();
  if (data === undefined) return <ReportPending />;
  if (data.members.length === 0) {
    return (
      <ReportEmpty
        title="No answers to report"
        text="Once a published meeting has begun, what its invitees had answered is counted here."
      />
    );
  }
  const { total } = data;
  return (
    <div aria-busy={isPlaceholderData}>
      <ReportHead figure={percentage(repliedOf(total), invitedOf(total))}>
        replied to {counted(invitedOf(total), 'invitation')}, over {counted(data.meetings.length, 'meeting')}
        {total.days_before !== null && `; half of the replies came ${daysWords(total.days_before)} or earlier`}
      </ReportHead>
      <ColumnChart
        caption="How early replies came"
        heads={['Before the start', 'Replies']}
        columns={earlyBuckets.map(({ key, label }) => ({
          ...{ key, label },
          value: data.early.find((each) => each.key === key)?.count ?? 0,
        }))}
      />
      <div className={styles.section}>
        <Section title="By member" aside={<Legend />}>
          <TableWrap label="Answers by member">
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">Member</th>
                  <th scope="col" className={styles['wide-only']}>
                    Answers
                  </th>
                  <CountHeads />
                  <th scope="col" className={styles.num}>
                    Replied
                  </th>
                  <th scope="col" className={styles.num}>
                    Days<span className="hide-small"> before</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.members.map((member) => (
                  <tr key={member.member_id}>
                    <th scope="row">
                      <PersonName person={member} />
                    </th>
                    <td className={styles['wide-only']}>
                      <AnswerBar counts={member} />
                    </td>
                    <CountCells counts={member} />
                    <td className={styles.num}>{percentage(repliedOf(member), invitedOf(member))}</td>
                    <td className={styles.num}>{member.days_before ?? '–'}</td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">All</th>
                  <td className={styles['wide-only']}>
                    <AnswerBar counts={total} />
                  </td>
                  <CountCells counts={total} />
                  <td className={styles.num}>{percentage(repliedOf(total), invitedOf(total))}</td>
                  <td className={styles.num}>{total.days_before ?? '–'}</td>
                </tr>
              </tfoot>
            </table>
          </TableWrap>
          <p className={styles.note}>Days before: half of the replies came at least so many days before the start.</p>
        </Section>
      </div>
      <div className={styles.section}>
        <Section title="By meeting">
          <TableWrap label="Answers by meeting">
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">Meeting</th>
                  <th scope="col" className={styles['wide-only']}>
                    Answers
                  </th>
                  <CountHeads />
                  <th scope="col" className={styles.num}>
                    Date
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.meetings.toReversed().map((meeting) => (
                  <tr key={meeting.id}>
                    <th scope="row">
                      <a href={paths.meeting(meeting.id)} onClick={follow}>
                        {meeting.title}
                      </a>
                    </th>
                    <td className={styles['wide-only']}>
                      <AnswerBar counts={meeting} />
                    </td>
                    <CountCells counts={meeting} />
                    <td className={styles.num}>{formatListDate(meeting.start, timeZone)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableWrap>
        </Section>
      </div>
    </div>
  );
}

const repliedOf = ({ going, not_going: notGoing }: Counts): number => going + notGoing;
const invitedOf = (counts: Counts): number => repliedOf(counts) + counts.none;

function daysWords(days: number): string {
  if (days < 0) return 'after the start';
  return days < 1 ? 'on the day' : `${counted(days, 'day')} before the start`;
}

const kinds = [
  { key: 'going', label: 'Going', icon: Check, look: 'share-in' },
  { key: 'not_going', label: 'Not Going', icon: X, look: 'share-remote' },
  { key: 'none', label: 'No Reply', icon: Circle, look: 'share-out' },
] as const;

/** Of the bars. */
function Legend() {
  return (
    <span className={`${styles.legend} ${styles['wide-only']}`}>
      {kinds.map(({ key, label, look }) => (
        <span key={key}>
          <span className={`${styles.swatch} ${styles[look]}`} />
          {label}
        </span>
      ))}
    </span>
  );
}

function CountHeads() {
  return kinds.map(({ key, label, icon }) => (
    <th key={key} scope="col" className={styles.num}>
      <span className="hide-small">{label}</span>
      <span className="only-small">
        <Icon of={icon} size="s" label={label} />
      </span>
    </th>
  ));
}

function CountCells({ counts }: { readonly counts: Counts }) {
  return kinds.map(({ key }) => (
    <td key={key} className={styles.num}>
      {counts[key]}
    </td>
  ));
}

/** Its numbers stand in the cells beside it. */
function AnswerBar({ counts }: { readonly counts: Counts }) {
  return (
    <span className={styles['answer-bar']} aria-hidden="true">
      {kinds.map(({ key, look }) =>
        counts[key] === 0 ? null : <span key={key} className={styles[look]} style={{ flexGrow: counts[key] }} />,
      )}
    </span>
  );
}
