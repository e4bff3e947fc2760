import { z } from 'zod';
import { isLocalDate } from '#domain/days.ts';
import { majorities, majorityBases, voteWays } from '#domain/deciding.ts';
import { voteStates } from '#domain/motions.ts';
import { attendanceCells, earlyBuckets, reportNames } from '#domain/reports.ts';
import { endpoint } from './endpoint.ts';
import { id, instant } from './fields.ts';
import { ballotCounts } from './room.ts';

const day = z.string().refine(isLocalDate);
const count = z.number().int();

/** `from` and `to` are inclusive. */
const filters = {
  from: day.optional(),
  to: day.optional(),
  group: z.union([z.literal('whole-board'), id]).optional(),
  member: id.optional(),
};
export const reportFilter = z.strictObject(filters);

const person = z.strictObject({
  member_id: id,
  slug: z.string(),
  name: z.string(),
  status: z.enum(['invited', 'active', 'inactive']),
  is_removed: z.boolean(),
});
export type ReportPerson = z.output<typeof person>;

const buckets = z.strictObject({
  unit: z.enum(['week', 'month', 'year']),
  counts: z.array(z.strictObject({ start: day, count })),
});
export type ReportBuckets = z.output<typeof buckets>;

export const getReportChoices = endpoint({
  name: 'reports.choices',
  summary: 'Groups, members and years that reports can be narrowed to',
  route: 'GET /ajax/reports/choices',
  access: 'board-admin',
  answer: z.strictObject({
    groups: z.array(z.strictObject({ id, name: z.string() })),
    people: z.array(person),
    years: z.array(count),
  }),
});

const reportMeeting = z.strictObject({ id, title: z.string(), start: instant });

export const getAttendanceReport = endpoint({
  name: 'reports.attendance',
  summary: 'Attendance by member and meeting, for published meetings that have begun',
  route: 'GET /ajax/reports/attendance',
  access: 'board-admin',
  query: reportFilter,
  answer: z.strictObject({
    meetings: z.array(reportMeeting.extend({ there: count, expected: count, is_taken: z.boolean() })),
    members: z.array(person.extend({ cells: z.array(z.enum(attendanceCells)), there: count, expected: count })),
    total: z.strictObject({ there: count, expected: count, meetings_taken: count }),
    is_cut: z.boolean(),
  }),
});

const answerCounts = { going: count, not_going: count, none: count };

export const getAnswersReport = endpoint({
  name: 'reports.answers',
  summary: 'Answers to invitations and their lead time, for published meetings that have begun',
  route: 'GET /ajax/reports/answers',
  access: 'board-admin',
  query: reportFilter,
  answer: z.strictObject({
    members: z.array(
      person.extend({
        ...answerCounts,
        /**
         * The median number of days between the reply and the meeting's start, rounded to a tenth. Null if nobody has
         * replied.
         */
        days_before: z.number().nullable(),
      }),
    ),
    meetings: z.array(reportMeeting.extend(answerCounts)),
    early: z.array(z.strictObject({ key: z.enum(earlyBuckets.map(({ key }) => key)), count })),
    total: z.strictObject({ ...answerCounts, days_before: z.number().nullable() }),
    is_cut: z.boolean(),
  }),
});

export const reportPageSize = 50;

export const getDocumentsReport = endpoint({
  name: 'reports.documents',
  summary: 'Documents of the period, and how many of those whom they are for have opened them; never any marks',
  route: 'GET /ajax/reports/documents',
  access: 'board-admin',
  query: z.strictObject({
    ...filters,
    page: z
      .string()
      .regex(/^[1-9]\d{0,5}$/)
      .optional(),
  }),
  answer: z.strictObject({
    documents: z.array(
      z.strictObject({
        id,
        title: z.string(),
        extension: z.string(),
        home_name: z.string(),
        page_count: count.nullable(),
        read_by: count,
        audience: count,
        not_read: z.array(z.string()),
        openings: count,
        last_opened_at: instant.nullable(),
      }),
    ),
    found: count,
    total: z.strictObject({ openings: count, documents: count, readers: count }),
    buckets,
  }),
});

export const getDocumentReaders = endpoint({
  name: 'reports.documentReaders',
  summary: 'Who has opened a document and when, and who in its audience has not',
  route: 'GET /ajax/reports/documents/:id',
  access: 'board-admin',
  query: reportFilter,
  answer: z.strictObject({
    readers: z.array(person.extend({ first_at: instant, last_at: instant, openings: count, downloads: count })),
    not_read: z.array(person),
  }),
});

export const getPeopleReport = endpoint({
  name: 'reports.people',
  summary: 'Who joined, whose term ends, who is inactive or has left',
  route: 'GET /ajax/reports/people',
  access: 'board-admin',
  query: reportFilter,
  answer: z.strictObject({
    people: z.array(
      person.extend({
        office: z.string().nullable(),
        groups: z.array(z.string()),
        joined_at: instant.nullable(),
        has_joined_in_period: z.boolean(),
        left_at: instant.nullable(),
        term_start: day.nullable(),
        term_end: day.nullable(),
      }),
    ),
    has_terms: z.boolean(),
    today: day,
    total: z.strictObject({ active: count, joined: count, left: count, pending: count, terms_ending: count }),
  }),
});

export const getSignInsReport = endpoint({
  name: 'reports.signIns',
  summary: 'Who has signed in to the board, how often, and when last',
  route: 'GET /ajax/reports/sign-ins',
  access: 'board-admin',
  query: reportFilter,
  answer: z.strictObject({
    members: z.array(person.extend({ sign_ins: count, last_at: instant.nullable() })),
    total: z.strictObject({ sign_ins: count, members: count, active: count }),
    buckets,
  }),
});

export const getVotesReport = endpoint({
  name: 'reports.votes',
  summary: 'Votes in meetings with their results, and who took part in named votes; never who chose what',
  route: 'GET /ajax/reports/votes',
  access: 'board-admin',
  query: reportFilter,
  answer: z.strictObject({
    votes: z.array(
      z.strictObject({
        id,
        text: z.string(),
        item: z.string(),
        body: z.string(),
        meeting: z.strictObject({ id, title: z.string() }),
        way: z.enum(voteWays),
        majority: z.enum(majorities),
        majority_of: z.enum(majorityBases),
        result: z.enum(voteStates).exclude(['open']),
        by_casting_vote: z.boolean(),
        number: z.string().nullable(),
        closed_at: instant,
        entered_afterwards: z.boolean(),
        counts: ballotCounts.nullable(),
        eligible: count,
        quorum: z.strictObject({ present: count, needed: count, in_office: count }),
      }),
    ),
    /** Counts only valid votes that recorded each member's choice. */
    members: z.array(person.extend({ voted: count, could: count })),
    total: z.strictObject({ votes: count, carried: count, not_carried: count, tied: count, void: count }),
    is_cut: z.boolean(),
  }),
});

/** Browsers open this address as a link, without the header `X-Board`, so the query names the board. */
export const downloadReport = endpoint({
  name: 'reports.download',
  summary: 'A report as a CSV file, with its filters',
  route: 'GET /ajax/reports/csv/:report',
  access: 'board-admin',
  board: 'query',
  params: z.strictObject({ report: z.enum(reportNames) }),
  query: z.strictObject({ ...filters, board: id }),
  reply: 'file',
});
