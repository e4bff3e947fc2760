import type { AnswerOf, QueryInputOf } from '#contract/endpoint.ts';
import type { getAttendanceReport, getReportChoices } from '#contract/reports.ts';
import { daysOfPeriod, type PeriodAddress, type ReportName, reportNames } from '#domain/reports.ts';

/** What /admin/reports shows, as its address has it: anybody may have typed that. */
export interface ReportsAddress extends PeriodAddress {
  readonly report?: string | undefined;
  readonly group?: string | undefined;
  readonly member?: string | undefined;
  readonly page?: string | undefined;
}

export type ReportQuery = QueryInputOf<typeof getAttendanceReport>;
type Choices = AnswerOf<typeof getReportChoices>;

export function reportOf({ report }: ReportsAddress): ReportName {
  return reportNames.find((name) => name === report) ?? 'attendance';
}

/** What the server is asked; groups and members who are not there any more, or never were, narrow nothing. */
export function reportQuery(
  address: ReportsAddress,
  choices: Pick<Choices, 'groups' | 'people'>,
  today: string,
): ReportQuery {
  const { from, to } = daysOfPeriod(address, today);
  const group = choices.groups.find(({ id }) => id === address.group)?.id ?? wholeBoardOf(address);
  const member = choices.people.find(({ member_id: id }) => id === address.member)?.member_id;
  return {
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
    ...(group === undefined ? {} : { group }),
    ...(member === undefined ? {} : { member }),
  };
}

/** Who belongs to the whole board is everybody: there it narrows meetings alone. */
function wholeBoardOf(address: ReportsAddress): 'whole-board' | undefined {
  return address.group === 'whole-board' && isOnMeetings(reportOf(address)) ? 'whole-board' : undefined;
}

export const isOnMeetings = (report: ReportName): boolean => report === 'attendance' || report === 'answers';

export function pageOf({ page }: ReportsAddress): number {
  return page !== undefined && /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
}
