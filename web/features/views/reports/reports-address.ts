import type { AnswerOf, QueryInputOf } from '#contract/endpoint.ts';
import type { getAttendanceReport, getReportChoices } from '#contract/reports.ts';
import { daysOfPeriod, type PeriodAddress, type ReportName, reportNames } from '#domain/reports.ts';

export interface ReportsAddress extends PeriodAddress {
  readonly report?: string | undefined;
  readonly group?: string | undefined;
  readonly member?: string | undefined;
}

export type ReportQuery = QueryInputOf<typeof getAttendanceReport>;
type Choices = AnswerOf<typeof getReportChoices>;

export function reportOf({ report }: ReportsAddress): ReportName {
  return reportNames.find((name) => name === report) ?? 'attendance';
}

export function reportQuery(
  address: ReportsAddress,
  choices: Pick<Choices, 'groups' | 'people'>,
  today: string,
): ReportQuery {
  const { from, to } = daysOfPeriod(address, today);
  const isWholeBoard = address.group === 'whole-board' && isOnMeetings(reportOf(address));
  const group = isWholeBoard ? 'whole-board' : choices.groups.find(({ id }) => id === address.group)?.id;
  const member = choices.people.find(({ member_id: id }) => id === address.member)?.member_id;
  return {
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
    ...(group === undefined ? {} : { group }),
    ...(member === undefined ? {} : { member }),
  };
}

export const isOnMeetings = (report: ReportName): boolean =>
  report === 'attendance' || report === 'answers' || report === 'votes';
