import type { ReportName } from '#domain/reports.ts';
import { onlyWhere, type Statement, type StatementResults } from '#server/db/page-statement.ts';
import { groupsOfPeople } from '#server/features/members/people/queries.ts';
import { keptFields, officesOfPeople } from '#server/features/members/profile/queries.ts';
import { defineOpenings } from './documents/queries.ts';
import { filterFacts, reportPeople } from './filter/queries.ts';
import { endedInvitations, endedMeetings, startedInvitations, startedMeetings } from './invitations/queries.ts';
import { inactiveSince, positionDays } from './people/queries.ts';
import { defineSignIns } from './sign-ins/queries.ts';
import { closedVotes } from './votes/queries.ts';

/** Maximum number of lines in a downloaded report. Older lines are omitted. */
const linesMax = 200_000;

const onlyFor = <Params, Row>(report: ReportName, statement: Statement<Params, readonly Row[]>) =>
  onlyWhere((asked: { readonly report: ReportName }) => asked.report === report, statement);

export const fileReads = {
  filter: filterFacts,
  people: reportPeople,
  ended: onlyFor('attendance', endedMeetings),
  endedInvitations: onlyFor('attendance', endedInvitations),
  started: onlyFor('answers', startedMeetings),
  startedInvitations: onlyFor('answers', startedInvitations),
  openings: onlyFor('documents', defineOpenings(linesMax)),
  left: onlyFor('people', inactiveSince),
  offices: onlyFor('people', officesOfPeople),
  groups: onlyFor('people', groupsOfPeople),
  fields: onlyFor('people', keptFields),
  days: onlyFor('people', positionDays),
  signIns: onlyFor('sign-ins', defineSignIns(linesMax)),
  votes: onlyFor('votes', closedVotes),
};

export type FileFacts = StatementResults<typeof fileReads>;
