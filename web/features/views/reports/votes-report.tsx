import type { AnswerOf } from '#contract/endpoint.ts';
import { getVotesReport } from '#contract/reports.ts';
import { formatListDate } from '#domain/dates.ts';
import { motionMessages } from '#domain/messages/motions.ts';
import { percentage } from '#domain/reports.ts';
import { counted } from '#domain/text.ts';
import { resultText, wayLabels } from '#domain/vote-labels.ts';
import { useTimeZone } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { useFollowLink } from '#web/shell/follow-link.ts';
import { Badge } from '#web/ui/rows/badge.tsx';
import { DataTable } from '#web/ui/rows/data-table.tsx';
import type { ReportQuery } from './report-filters.tsx';
import { PersonName, Report, ReportHead, ReportSection, useReport } from './report-parts.tsx';
import styles from './reports.module.css';

type Votes = AnswerOf<typeof getVotesReport>;
type ReportedVote = Votes['votes'][number];

export function VotesReport({ query }: { readonly query: ReportQuery }) {
  const report = useReport(getVotesReport, { query });
  return (
    <Report
      report={report}
      isEmpty={({ votes }) => votes.length === 0}
      emptyTitle="No votes to report"
      emptyText="Once a vote in a meeting is closed, it is listed here with its result."
    >
      {({ total, votes, members, is_cut: isCut }) => (
        <>
          <ReportHead figure={String(total.carried)}>
            of {counted(total.votes, 'vote')} carried; {total.not_carried} not carried
            {total.void > 0 && `, ${total.void} void`}
          </ReportHead>
          {isCut && (
            <p className={styles.note}>Only the latest {votes.length} votes are listed. Choose a shorter period.</p>
          )}
          <VotesTable votes={votes} />
          <MembersTable members={members} />
        </>
      )}
    </Report>
  );
}

function VotesTable({ votes }: { readonly votes: Votes['votes'] }) {
  const timeZone = useTimeZone();
  const follow = useFollowLink();
  return (
    <ReportSection title="Votes">
      <DataTable
        label="Votes"
        rows={votes}
        keyOf={(vote) => vote.id}
        columns={[
          {
            id: 'motion',
            header: 'Motion',
            cell: (vote) => (
              <>
                <a href={paths.meeting(vote.meeting.id)} onClick={follow}>
                  {vote.text}
                </a>
                <span className="meta">{placeText(vote)}</span>
              </>
            ),
          },
          { id: 'way', header: 'Voting method', wideOnly: true, cell: (vote) => wayLabels[vote.way] },
          {
            id: 'result',
            header: 'Result',
            cell: ({ result, number, by_casting_vote: isByCasting, counts }) => (
              <Badge tone={result === 'carried' ? 'positive' : 'line'}>
                {[resultText(result, { isByCasting, counts }), number].filter((part) => part !== null).join(' ')}
              </Badge>
            ),
          },
          { id: 'counts', header: 'For, against, abstained', align: 'end', wideOnly: true, cell: countsCell },
          { id: 'closed', header: 'Closed', align: 'end', cell: (vote) => formatListDate(vote.closed_at, timeZone) },
        ]}
      />
    </ReportSection>
  );
}

const placeText = ({ meeting, body, entered_afterwards: isLate }: ReportedVote): string =>
  [meeting.title, body, isLate ? motionMessages.enteredAfterwards : ''].filter((part) => part !== '').join(', ');

const countsCell = ({ counts }: ReportedVote): string =>
  counts === null ? '–' : `${counts.for}, ${counts.against}, ${counts.abstain}`;

function MembersTable({ members }: { readonly members: Votes['members'] }) {
  if (members.length === 0) return null;
  return (
    <ReportSection title="Named votes by member">
      <DataTable
        label="Named votes by member"
        rows={members}
        keyOf={(member) => member.member_id}
        columns={[
          { id: 'member', header: 'Member', cell: (member) => <PersonName person={member} /> },
          { id: 'voted', header: 'Voted', align: 'end', cell: (member) => member.voted },
          { id: 'could', header: 'Could vote', align: 'end', cell: (member) => member.could },
          {
            id: 'share',
            header: 'Share',
            align: 'end',
            cell: (member) => percentage(member.voted, member.could),
          },
        ]}
      />
      <p className={styles.note}>
        Only named votes in which the member was entitled to vote are counted. This report does not show who chose what.
      </p>
    </ReportSection>
  );
}
