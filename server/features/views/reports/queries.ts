import { sql } from 'kysely';
import type { ReportName } from '#domain/reports.ts';
import type { Found } from '#server/db/flight.ts';
import { defineRows, type Statement } from '#server/db/page-statement.ts';
import { groupsOfPeople } from '#server/features/members/people/queries.ts';
import { keptFields, officesOfPeople } from '#server/features/members/profile/queries.ts';
import { defineOpenings } from './documents/queries.ts';
import { filterFacts, reportPeople } from './filter/queries.ts';
import { endedInvitations, endedMeetings, startedInvitations, startedMeetings } from './invitations/queries.ts';
import { inactiveSince, positionDays } from './people/queries.ts';
import { defineSignIns } from './sign-ins/queries.ts';

/** Lines of a file; the latest are in it. A board of 500 people opens half as many papers in years. */
const linesMax = 200_000;

const nothing = defineRows({}, ({ tx }) => tx.selectNoFrom(sql<number>`1`.as('none')).where(sql<boolean>`false`));

/** For the file of that report alone; of another one it reads nothing. */
const onlyFor = <Params, Row>(
  report: ReportName,
  statement: Statement<Params, readonly Row[]>,
): Statement<Params & { readonly report: ReportName }, readonly Row[]> => ({
  query: (params, now) => (params.report === report ? statement : nothing).query(params, now),
  result: statement.result,
  run: async (tx, params, now) => (params.report === report ? statement.run(tx, params, now) : []),
});

/** What the files of all reports are made of. */
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
};

export type FileFacts = Found<typeof fileReads>;
