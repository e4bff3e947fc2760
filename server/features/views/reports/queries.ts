import type { ReportName } from '#domain/reports.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { listAnswers } from './answers/queries.ts';
import { attendanceReport } from './attendance/queries.ts';
import { listOpenings, type OpeningRow } from './documents/queries.ts';
import { listPeopleOfBoard, type PersonOfBoard, type ReportFilter } from './filter/queries.ts';
import { peopleReport } from './people/queries.ts';
import { listSignIns } from './sign-ins/queries.ts';

/** Lines of a file; the latest are in it. A board of 500 people opens half as many papers in years. */
const linesMax = 200_000;

/** What a report's file is made of. */
export type ReportFacts =
  | { readonly report: 'attendance'; readonly facts: Awaited<ReturnType<typeof attendanceReport>> }
  | { readonly report: 'answers'; readonly facts: Awaited<ReturnType<typeof listAnswers>> }
  | {
      readonly report: 'documents';
      readonly facts: readonly OpeningRow[];
      readonly people: readonly PersonOfBoard[];
    }
  | { readonly report: 'people'; readonly facts: Awaited<ReturnType<typeof peopleReport>> }
  | {
      readonly report: 'sign-ins';
      readonly facts: Awaited<ReturnType<typeof listSignIns>>;
      readonly people: readonly PersonOfBoard[];
    };

export async function readReportFacts(
  scope: BoardScope,
  filter: ReportFilter,
  report: ReportName,
): Promise<ReportFacts> {
  switch (report) {
    case 'attendance':
      return { report, facts: await attendanceReport(scope, filter) };
    case 'answers':
      return { report, facts: await listAnswers(scope, filter) };
    case 'documents': {
      const people = await listPeopleOfBoard(scope, filter);
      return { report, people, facts: await listOpenings(scope, filter, linesMax) };
    }
    case 'people':
      return { report, facts: await peopleReport(scope, filter) };
    case 'sign-ins': {
      const people = await listPeopleOfBoard(scope, filter);
      return { report, people, facts: await listSignIns(scope, filter, linesMax) };
    }
  }
}
