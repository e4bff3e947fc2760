import * as endpoints from '#contract/reports.ts';
import { csvText } from '#domain/csv.ts';
import { reportTitles } from '#domain/reports.ts';
import { todayOf } from '#server/db/board-scope.ts';
import { groupNames } from '#server/features/members/groups/queries.ts';
import { groupsOfPeople } from '#server/features/members/people/queries.ts';
import { keptFields, officesOfPeople } from '#server/features/members/profile/queries.ts';
import { defineDocument, seenDocument, visibleDocuments } from '#server/features/papers/documents/queries.ts';
import { implementRead, type Route } from '#server/http/implement.ts';
import { contentDisposition } from '#server/http/send-file.ts';
import { presentDocuments, presentReaders } from './documents/present.ts';
import {
  defineAudience,
  definePublishedDocuments,
  openingDays,
  openingTotals,
  readersOfDocument,
} from './documents/queries.ts';
import { periodOf, presentPeople, refuseUnknown, yearsSince } from './filter/present.ts';
import { filterFacts, filterOf, firstInstant, reportPeople } from './filter/queries.ts';
import { presentAnswers, presentAttendance } from './invitations/present.ts';
import { endedInvitations, endedMeetings, startedInvitations, startedMeetings } from './invitations/queries.ts';
import { presentPeopleReport } from './people/present.ts';
import { inactiveSince, positionDays } from './people/queries.ts';
import { presentCsvRows } from './present.ts';
import { fileReads } from './queries.ts';
import { presentSignIns } from './sign-ins/present.ts';
import { signInCounts, signInDays } from './sign-ins/queries.ts';
import { presentVotes } from './votes/present.ts';
import { closedVotes } from './votes/queries.ts';

export const reportRoutes: readonly Route[] = [
  implementRead(endpoints.getReportChoices, {
    reads: { people: reportPeople, groups: groupNames, first: firstInstant },
    paramsOf: () => filterOf({}),
    answer: ({ reader, found: { people, groups, first } }) => ({
      groups: [...groups],
      people: presentPeople(people)
        .map(({ person }) => person)
        .filter((person) => !person.is_removed),
      years: yearsSince(reader, first?.first_at ?? reader.now),
    }),
  }),

  implementRead(endpoints.getVotesReport, {
    reads: { filter: filterFacts, people: reportPeople, votes: closedVotes },
    paramsOf: ({ query }) => filterOf(query),
    answer({ found }) {
      refuseUnknown(found.filter);
      return presentVotes(found);
    },
  }),

  implementRead(endpoints.getAttendanceReport, {
    reads: { filter: filterFacts, people: reportPeople, meetings: endedMeetings, invitations: endedInvitations },
    paramsOf: ({ query }) => filterOf(query),
    answer({ query, found }) {
      refuseUnknown(found.filter);
      return presentAttendance(query, found);
    },
  }),

  implementRead(endpoints.getAnswersReport, {
    reads: { filter: filterFacts, people: reportPeople, meetings: startedMeetings, invitations: startedInvitations },
    paramsOf: ({ query }) => filterOf(query),
    answer({ found }) {
      refuseUnknown(found.filter);
      return presentAnswers(found);
    },
  }),

  implementRead(endpoints.getDocumentsReport, {
    reads: (ports) => ({
      filter: filterFacts,
      people: reportPeople,
      documents: definePublishedDocuments(ports),
      total: openingTotals,
      days: openingDays,
    }),
    paramsOf: ({ query: { page = '1', ...asked } }) => ({ ...filterOf(asked), page: Number(page) }),
    answer({ reader, query, found }) {
      refuseUnknown(found.filter);
      const documents = visibleDocuments(reader, found.documents);
      return presentDocuments(reader, periodOf(reader, query), { ...found, documents });
    },
  }),

  implementRead(endpoints.getDocumentReaders, {
    reads: (ports) => ({
      filter: filterFacts,
      people: reportPeople,
      document: defineDocument(ports),
      audience: defineAudience(ports),
      readers: readersOfDocument,
    }),
    paramsOf: ({ params, query }) => ({ ...filterOf(query), id: params.id }),
    answer({ reader, found }) {
      refuseUnknown(found.filter);
      seenDocument(reader, found.document);
      return presentReaders(found);
    },
  }),

  implementRead(endpoints.getPeopleReport, {
    reads: {
      filter: filterFacts,
      people: reportPeople,
      left: inactiveSince,
      offices: officesOfPeople,
      groups: groupsOfPeople,
      fields: keptFields,
      days: positionDays,
    },
    paramsOf: ({ query }) => filterOf(query),
    answer({ reader, query, found }) {
      refuseUnknown(found.filter);
      return presentPeopleReport(reader, periodOf(reader, query), found);
    },
  }),

  implementRead(endpoints.getSignInsReport, {
    reads: { filter: filterFacts, people: reportPeople, counts: signInCounts, days: signInDays },
    paramsOf: ({ query }) => filterOf(query),
    answer({ reader, query, found }) {
      refuseUnknown(found.filter);
      return presentSignIns(reader, periodOf(reader, query), found);
    },
  }),

  implementRead(endpoints.downloadReport, {
    reads: fileReads,
    paramsOf: ({ params: { report }, query }) => ({ ...filterOf(query), report }),
    answer({ reader, params: { report }, query, found }) {
      refuseUnknown(found.filter);
      const days =
        query.from === undefined || query.to === undefined ? todayOf(reader) : `${query.from} to ${query.to}`;
      return {
        kind: 'text' as const,
        headers: {
          'content-type': 'text/csv; charset=utf-8; header=present',
          'content-disposition': contentDisposition('attachment', {
            title: `${reader.board.title}, ${reportTitles[report]}, ${days}`,
            extension: 'csv',
            plainName: report,
          }),
          'x-content-type-options': 'nosniff',
        },
        text: csvText(presentCsvRows(reader, { report, group: query.group, period: periodOf(reader, query) }, found)),
      };
    },
  }),
];
