import { isoDate } from '#domain/dates.ts';
import type { Config } from '#server/config.ts';
import type { BoardScope, Reader } from '#server/db/board-scope.ts';
import { canRun, canSeeRoom, deskOf, votersOf } from '#server/features/deciding/room/state/policy.ts';
import type { RoomPage } from '#server/features/deciding/room/state/queries.ts';
import { canEditMeeting, isClosed } from '#server/features/homes/meetings/meeting/policy.ts';
import type { MinutesRow } from './queries.ts';
import type { MeetingFacts } from './visibility.ts';

type Actor = Pick<BoardScope, 'member' | 'via'>;
export const canWriteMinutes = (reader: Actor, page: MeetingFacts): boolean =>
  reader.via.kind === 'session' && (deskOf(page).secretary_id === reader.member.id || canEditMeeting(reader, page));

export const canStartMinutes = (
  reader: Actor & Pick<Reader, 'now'>,
  page: MeetingFacts & Pick<RoomPage, 'starts_at'>,
): boolean => canSeeRoom(reader, page) && canRun(reader, page) && page.starts_at <= reader.now;

type CommenterFacts = MeetingFacts & Pick<RoomPage, 'people' | 'presences'>;

export const isCommenter = (reader: Actor, page: CommenterFacts): boolean =>
  canRun(reader, page) ||
  votersOf(page).has(reader.member.id) ||
  page.presences.some(({ member_id: id }) => id === reader.member.id);

/** Comments are open until the last day ends in the board's time zone. */
export const areCommentsOpen = (
  { now, board }: Pick<Reader, 'now'> & { readonly board: Pick<Reader['board'], 'timeZone'> },
  minutes: Pick<MinutesRow, 'state' | 'comments_until'>,
): boolean =>
  minutes.state === 'circulated' &&
  minutes.comments_until !== null &&
  isoDate(now, board.timeZone) <= minutes.comments_until;

type Decision = Pick<NonNullable<MinutesRow['decision']>, 'motion_state' | 'written_state'>;

export const isVotedOn = ({ decision }: { readonly decision: Decision | null }): boolean =>
  decision !== null && (decision.motion_state === 'voting' || decision.written_state === 'circulating');

export const isMeetingOver = (
  { now }: Pick<Reader, 'now'>,
  { room, ends_at: end }: Pick<RoomPage, 'room' | 'ends_at'>,
): boolean => (room === null || room.phase === 'not-begun' ? end !== null && end <= now : room.phase === 'adjourned');

export const canPlaceOffers = (
  reader: Actor & Pick<Reader, 'now'>,
  config: Pick<Config, 'editsCloseMinutesAfter'>,
  page: RoomPage,
): boolean =>
  canEditMeeting(reader, page) &&
  page.state !== 'cancelled' &&
  !isMeetingOver(reader, page) &&
  !isClosed(reader, config, page);

export function minutesCan(
  reader: Reader,
  page: CommenterFacts & Pick<RoomPage, 'ends_at'>,
  minutes: Pick<MinutesRow, 'state' | 'comments_until' | 'is_being_signed'> & { readonly decision: Decision | null },
) {
  const writes = canWriteMinutes(reader, page);
  const isOpen = minutes.state !== 'approved' && !isVotedOn(minutes) && !minutes.is_being_signed;
  return {
    write: writes && isOpen,
    comment: areCommentsOpen(reader, minutes) && isCommenter(reader, page),
    settle: writes && minutes.state === 'circulated',
    circulate: writes && isOpen && isMeetingOver(reader, page),
    add_addendum: writes && minutes.state === 'approved',
    add_action_item: minutes.state !== 'approved' && canRun(reader, page),
  };
}
