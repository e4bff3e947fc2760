import { type DateAnswer, type OfferedTime, spanOf } from '#domain/date-finding.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { LoadedMeeting } from '#server/features/homes/meetings/base/queries.ts';

/** What is offered and what was answered. */
export interface DateSearchFacts {
  readonly options: readonly DateOptionRow[];
  readonly answers: readonly DateAnswerRow[];
}

/** Null once the meeting has its date. */
export async function findDateSearch(
  scope: Reading,
  meeting: Pick<LoadedMeeting, 'id' | 'finds_date'>,
): Promise<DateSearchFacts | null> {
  if (!meeting.finds_date) return null;
  return { options: await listDateOptions(scope, meeting.id), answers: await listDateAnswers(scope, meeting.id) };
}

type Reading = Pick<BoardScope, 'tx' | 'board'>;

export interface DateOptionRow {
  readonly id: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
}

/** Soonest first. */
export async function listDateOptions(scope: Reading, meetingId: string): Promise<readonly DateOptionRow[]> {
  return scope.tx
    .selectFrom('date_options')
    .select(['id', 'starts_at', 'ends_at'])
    .where('board_id', '=', scope.board.id)
    .where('meeting_id', '=', meetingId)
    .orderBy('starts_at')
    .orderBy('ends_at')
    .orderBy('id')
    .execute();
}

export interface DateAnswerRow {
  readonly option_id: string;
  readonly member_id: string;
  readonly answer: DateAnswer;
}

/** Of present invitees who are still on the board. */
export async function listDateAnswers(scope: Reading, meetingId: string): Promise<readonly DateAnswerRow[]> {
  return scope.tx
    .selectFrom('date_answers as given')
    .innerJoin('invitees as invitee', (join) =>
      join
        .onRef('invitee.board_id', '=', 'given.board_id')
        .onRef('invitee.meeting_id', '=', 'given.meeting_id')
        .onRef('invitee.member_id', '=', 'given.member_id'),
    )
    .innerJoin('members as member', (join) =>
      join.onRef('member.board_id', '=', 'given.board_id').onRef('member.id', '=', 'given.member_id'),
    )
    .select(['given.option_id', 'given.member_id', 'given.answer'])
    .where('given.board_id', '=', scope.board.id)
    .where('given.meeting_id', '=', meetingId)
    .where('member.status', '<>', 'inactive')
    .execute();
}

type DatesInput = readonly { readonly start: string; readonly end: string }[];

/** The options of a body and those that stay, with the span for the meeting's row. */
export function offeredTimes(options: DatesInput, staying: readonly OfferedTime[] = []) {
  const times = [...instantsOf(options), ...staying];
  return { times, span: spanOf(times) };
}

export async function areOtherDates(
  scope: Reading,
  meetingId: string,
  wanted: readonly OfferedTime[],
): Promise<boolean> {
  const known = await listDateOptions(scope, meetingId);
  const before = known.map((option) => keyOf(option.starts_at, option.ends_at));
  const after = wanted.map(({ start, end }) => keyOf(start, end));
  return JSON.stringify(before.toSorted()) !== JSON.stringify(after.toSorted());
}

/** Offered dates that the sender neither names nor has seen: added by somebody else, so they stay. */
export async function listUnseenDates(
  scope: Reading,
  meetingId: string,
  sent: { readonly wanted: DatesInput; readonly shown: DatesInput },
): Promise<readonly OfferedTime[]> {
  const seen = new Set(instantsOf([...sent.wanted, ...sent.shown]).map(({ start, end }) => keyOf(start, end)));
  const offered = await listDateOptions(scope, meetingId);
  return offered
    .filter((option) => !seen.has(keyOf(option.starts_at, option.ends_at)))
    .map((option) => ({ start: option.starts_at, end: option.ends_at }));
}

const instantsOf = (options: DatesInput): readonly OfferedTime[] =>
  options.map(({ start, end }) => ({ start: new Date(start), end: new Date(end) }));

/** An option with the same start and end is the same option. */
export const keyOf = (start: Date, end: Date): string => `${start.getTime()} ${end.getTime()}`;
