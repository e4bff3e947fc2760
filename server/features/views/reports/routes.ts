import {
  downloadReport,
  getAnswersReport,
  getAttendanceReport,
  getDocumentReaders,
  getDocumentsReport,
  getPeopleReport,
  getReportChoices,
  getSignInsReport,
} from '#contract/reports.ts';
import { csvText } from '#domain/csv.ts';
import { yearIn } from '#domain/dates.ts';
import { reportTitles } from '#domain/reports.ts';
import { listGroupNames } from '#server/features/members/groups/queries.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { contentDisposition } from '#server/http/send-file.ts';
import { answersReport } from './answers/queries.ts';
import { attendanceReport } from './attendance/queries.ts';
import { documentReaders, documentsReport } from './documents/queries.ts';
import { firstYear, listPeopleOfBoard, readFilter, todayOf } from './filter/queries.ts';
import { peopleReport } from './people/queries.ts';
import { presentCsvRows } from './present.ts';
import { readReportFacts } from './queries.ts';
import { signInsReport } from './sign-ins/queries.ts';

export const reportRoutes: readonly Route[] = [
  implement(getReportChoices, async ({ scope }) => {
    const people = await listPeopleOfBoard(scope, { from: null, until: null, group: null, memberId: null });
    const thisYear = yearIn(scope.now, scope.board.timeZone);
    const years = thisYear - (await firstYear(scope)) + 1;
    return {
      groups: [...(await listGroupNames(scope))],
      people: people.map(({ person }) => person).filter((person) => !person.is_removed),
      years: Array.from({ length: years }, (_, nth) => thisYear - nth),
    };
  }),

  implement(getAttendanceReport, async ({ scope, query }) => attendanceReport(scope, await readFilter(scope, query))),

  implement(getAnswersReport, async ({ scope, query }) => answersReport(scope, await readFilter(scope, query))),

  implement(getDocumentsReport, async ({ scope, query: { page = '1', ...asked } }) =>
    documentsReport(scope, await readFilter(scope, asked), Number(page)),
  ),

  implement(getDocumentReaders, async ({ scope, params, query }) =>
    documentReaders(scope, await readFilter(scope, query), params.id),
  ),

  implement(getPeopleReport, async ({ scope, query }) => peopleReport(scope, await readFilter(scope, query))),

  implement(getSignInsReport, async ({ scope, query }) => signInsReport(scope, await readFilter(scope, query))),

  implement(downloadReport, async ({ scope, params: { report }, query: { board: _, ...asked } }) => {
    const facts = await readReportFacts(scope, await readFilter(scope, asked), report);
    const days = asked.from === undefined || asked.to === undefined ? todayOf(scope) : `${asked.from} to ${asked.to}`;
    return {
      kind: 'text' as const,
      headers: {
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': contentDisposition('attachment', {
          title: `${scope.board.title}, ${reportTitles[report]}, ${days}`,
          extension: 'csv',
          plainName: report,
        }),
        'x-content-type-options': 'nosniff',
      },
      text: csvText(presentCsvRows(facts, scope.board.timeZone)),
    };
  }),
];
