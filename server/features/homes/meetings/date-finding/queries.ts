import { type OfferedTime, spanOf } from '#domain/date-finding.ts';
import { sameBoard, selectRows } from '#server/db/board-rows.ts';
import type { QueryScope, SelectedRow, SqlValue } from '#server/db/page-statement.ts';

export const selectDateOptions = (scope: QueryScope, meetingId: SqlValue<string>) =>
  selectRows(scope, 'date_options', { meeting_id: meetingId })
    .select(['id', 'starts_at', 'ends_at'])
    .orderBy('starts_at')
    .orderBy('ends_at')
    .orderBy('id');

export type DateOptionRow = SelectedRow<typeof selectDateOptions>;

export const listDateOptions = (scope: QueryScope, meetingId: string): Promise<readonly DateOptionRow[]> =>
  selectDateOptions(scope, meetingId).execute();

export const selectDateAnswers = ({ tx, board }: QueryScope, meetingId: SqlValue<string>) =>
  tx
    .selectFrom('date_answers as given')
    .innerJoin('invitees as invitee', (join) =>
      sameBoard(join, 'invitee.meeting_id', 'given.meeting_id').onRef('invitee.member_id', '=', 'given.member_id'),
    )
    .innerJoin('members as member', (join) => sameBoard(join, 'member.id', 'given.member_id'))
    .select(['given.option_id', 'given.member_id', 'given.answer'])
    .where('given.board_id', '=', board.id)
    .where('given.meeting_id', '=', meetingId)
    .where('member.status', '<>', 'inactive');

export type DateAnswerRow = SelectedRow<typeof selectDateAnswers>;

export const listDateAnswers = (scope: QueryScope, meetingId: string): Promise<readonly DateAnswerRow[]> =>
  selectDateAnswers(scope, meetingId).execute();

type DatesInput = readonly { readonly start: string; readonly end: string }[];

export function offeredTimes(options: DatesInput, staying: readonly OfferedTime[] = []) {
  const times = [...instantsOf(options), ...staying];
  return { times, span: times.length === 0 ? { start: null, end: null } : spanOf(times) };
}

export async function areOtherDates(
  scope: QueryScope,
  meetingId: string,
  wanted: readonly OfferedTime[],
): Promise<boolean> {
  const known = await listDateOptions(scope, meetingId);
  const before = known.map((option) => keyOf(option.starts_at, option.ends_at));
  const after = wanted.map(({ start, end }) => keyOf(start, end));
  return JSON.stringify(before.toSorted()) !== JSON.stringify(after.toSorted());
}

/** Lists dates that another editor added and the actor has not seen, so that saving does not remove them. */
export async function listUnseenDates(
  scope: QueryScope,
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

export const keyOf = (start: Date, end: Date): string => `${start.getTime()} ${end.getTime()}`;
