import { type OfferedTime, spanOf } from '#domain/date-finding.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { listDateOptions } from './queries.ts';

type Writing = Pick<BoardScope, 'tx' | 'board' | 'now'>;

/**
 * Makes these the dates that a meeting offers, none for no more search. A date with the same start and end as one before is the
 * same date, and keeps its answers. The meeting's row, whose start and end are their span, is the caller's to write: the
 * database refuses a commit in which the two disagree.
 */
export async function offerDates(scope: Writing, meetingId: string, wanted: readonly OfferedTime[]): Promise<void> {
  const { tx, board, now } = scope;
  const known = await listDateOptions(scope, meetingId);
  const wantedKeys = new Set(wanted.map(({ start, end }) => keyOf(start, end)));
  const knownKeys = new Set(known.map((option) => keyOf(option.starts_at, option.ends_at)));
  const gone = known.filter((option) => !wantedKeys.has(keyOf(option.starts_at, option.ends_at)));
  const added = wanted.filter(({ start, end }) => !knownKeys.has(keyOf(start, end)));
  if (gone.length > 0) {
    await tx
      .deleteFrom('date_options')
      .where('board_id', '=', board.id)
      .where(
        'id',
        'in',
        gone.map((option) => option.id),
      )
      .execute();
  }
  if (added.length > 0) {
    await tx
      .insertInto('date_options')
      .values(
        added.map(({ start, end }) => ({
          board_id: board.id,
          meeting_id: meetingId,
          starts_at: start,
          ends_at: end,
          created_at: now,
        })),
      )
      .execute();
  }
}

/** Whether the dates that are offered are not these. */
export async function areOtherDates(
  scope: Pick<BoardScope, 'tx' | 'board'>,
  meetingId: string,
  wanted: readonly OfferedTime[],
): Promise<boolean> {
  const known = await listDateOptions(scope, meetingId);
  const before = known.map((option) => keyOf(option.starts_at, option.ends_at));
  const after = wanted.map(({ start, end }) => keyOf(start, end));
  return JSON.stringify(before.toSorted()) !== JSON.stringify(after.toSorted());
}

type DatesInput = readonly { readonly start: string; readonly end: string }[];

/** The options of a body as instants, with those that stay besides, and the span that stands in the meeting's row. */
export function offeredTimes(options: DatesInput, staying: readonly OfferedTime[] = []) {
  const times = [...instantsOf(options), ...staying];
  return { times, span: spanOf(times) };
}

/** Dates that are offered and that a sender neither names nor was shown: somebody else has added them, so they stay. */
export async function listUnseenDates(
  scope: Pick<BoardScope, 'tx' | 'board'>,
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

const keyOf = (start: Date, end: Date): string => `${start.getTime()} ${end.getTime()}`;
