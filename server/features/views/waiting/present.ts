import type { AnswerOf } from '#contract/endpoint.ts';
import type { getWaiting, WaitingItem } from '#contract/waiting.ts';
import { type ActionSection, sectionOf } from '#domain/action-items.ts';
import { isoDate } from '#domain/dates.ts';
import { dayAfter } from '#domain/days.ts';
import { localToInstant } from '#domain/local-time.ts';
import { lastDayOf } from '#domain/signatures.ts';
import type { UserBoard } from '#server/features/core/boards/queries.ts';
import { meetingsOf } from '#server/features/homes/meetings/list/queries.ts';
import { inaccessibleBecause, isBallotDue, isConfirmationDue, isDateAhead } from './policy.ts';
import type { FoundOnBoard, WaitingRows } from './queries.ts';

export function presentWaiting(read: readonly FoundOnBoard[], now: Date): AnswerOf<typeof getWaiting> {
  const open = read.flatMap(({ board, found }) => {
    if (found === null) return [];
    const items = presentOnBoard(board, found, now);
    return items.length === 0 ? [] : [{ board, items }];
  });
  const items = open.flatMap(({ board, items: ofBoard }) =>
    ofBoard.map((item) => ({ item, until: waitsUntil(item, board.time_zone) })),
  );
  return {
    items: items.toSorted((one, other) => one.until - other.until).map(({ item }) => item),
    boards: open.map(({ board }) => ({
      id: board.board_info.board_id,
      title: board.title,
      shortname: board.shortname,
      logo_url: board.logo_url,
      primary_color: board.primary_color,
      base_url: board.baseUrl,
      time_zone: board.time_zone,
      today: isoDate(now, board.time_zone),
    })),
    inaccessible: read
      .filter(({ found }) => found === null)
      .map(({ board }) => ({ id: board.board_info.board_id, title: board.title, because: inaccessibleBecause(board) })),
  };
}

/** Returns milliseconds. A due day ends at midnight in the board's time zone. */
function waitsUntil({ kind, due_on: day, at }: WaitingItem, timeZone: string): number {
  if (kind === 'vote') return Number.NEGATIVE_INFINITY;
  if (at !== null) return Date.parse(at);
  return day === null
    ? Number.POSITIVE_INFINITY
    : localToInstant({ date: dayAfter(day), time: '00:00' }, timeZone).getTime();
}

function presentOnBoard(
  { board_info, time_zone: timeZone }: UserBoard['board'],
  found: NonNullable<FoundOnBoard['found']>,
  now: Date,
): readonly WaitingItem[] {
  const board_id = board_info.board_id;
  const today = isoDate(now, timeZone);
  const sectionFor = (day: string | null): ActionSection => (day === null ? 'later' : sectionOf(day, today));
  const onDay = (due_on: string | null) => ({ board_id, section: sectionFor(due_on), due_on, at: null });
  const atTime = (at: Date | null) =>
    at === null ? onDay(null) : { ...onDay(isoDate(at, timeZone)), at: at.toISOString() };
  const dates = meetingsOf(found.meetings, 'dates').filter((meeting) => isDateAhead(meeting, now));
  const votes = found.votes.filter(({ room_page: page }) => isBallotDue(found.reader, page));
  return [
    ...votes.map(({ meeting_id, opened_at, text: title, id }) => ({
      ...itemOf('vote', { id, title }, { board_id, section: 'now' as const, due_on: null, at: null }),
      meeting_id,
      opened_at: opened_at.toISOString(),
    })),
    ...meetingsOf(found.meetings, 'replies').map((row) => itemOf('reply', row, atTime(row.starts_at))),
    // The deadline is the start of the first proposed date or, once that has passed, the end of the last one.
    ...dates.map((row) => itemOf('dates', row, atTime(row.starts_at > now ? row.starts_at : row.ends_at))),
    ...found.polls.map(({ id, question: title, closes_at, itemType, item_id: home_id }) => ({
      ...itemOf('poll', { id, title }, atTime(closes_at)),
      itemType,
      home_id,
    })),
    ...found.actionItems.map((row) => itemOf('action-item', row, onDay(row.due_on))),
    ...found.resolutions.map((row) => itemOf('resolution', row, atTime(row.ends_at))),
    ...found.minutes.map((row) => itemOf('minutes', row, onDay(row.comments_until))),
    ...found.notes.map((row) => itemOf('notes', row, onDay(row.destroys_at && isoDate(row.destroys_at, timeZone)))),
    ...found.signatures.map((row) => itemOf('signature', row, onDay(lastDayOf(row.ends_at, timeZone)))),
    ...presentInterests(found.interests, (asked) => onDay(isoDate(asked, timeZone))),
    ...found.papers.map(({ count, pages, ...row }) => ({
      ...itemOf('papers', row, atTime(row.starts_at)),
      count,
      pages,
    })),
  ];
}

const itemOf = <Kind extends WaitingItem['kind'], Due>(
  kind: Kind,
  { id, title }: { readonly id: string; readonly title: string },
  due: Due,
) => ({ kind, id, title, ...due });

function presentInterests<On>(row: WaitingRows['interests'], on: (asked: Date) => On) {
  if (row === null || !isConfirmationDue(row)) return [];
  return [{ kind: 'interests' as const, months: row.interests_months, ...on(row.asked_at) }];
}
