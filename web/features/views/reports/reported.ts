import type { AnswerOf } from '#contract/endpoint.ts';
import type { getAttendanceReport, getPeopleReport } from '#contract/reports.ts';

export type Attendance = AnswerOf<typeof getAttendanceReport>;

export type PersonWithTerm = AnswerOf<typeof getPeopleReport>['people'][number];
