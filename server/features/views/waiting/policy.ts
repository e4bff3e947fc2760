import type { InaccessibleBoard } from '#contract/waiting.ts';
import type { Reader } from '#server/db/board-scope.ts';
import type { UserBoard } from '#server/features/core/boards/queries.ts';
import { canSeeRoom, canVote, type VotingPage } from '#server/features/deciding/room/state/policy.ts';
import type { RoomPage } from '#server/features/deciding/room/state/queries.ts';
import type { AudienceAccess } from '#server/features/members/audience/queries.ts';

type SeenPage = Pick<RoomPage, 'vote' | 'id' | 'state' | 'finds_date' | keyof AudienceAccess>;

export const isBallotDue = (reader: Pick<Reader, 'member' | 'via'>, page: SeenPage & VotingPage): boolean =>
  page.vote !== null &&
  canSeeRoom(reader, page) &&
  canVote(page, page.vote, reader.member.id) &&
  !page.vote.cast_ids.includes(reader.member.id);

export const isConfirmationDue = (of: {
  readonly interests_months: number;
  readonly asked_at: Date | null;
  readonly confirmed_at: Date | null;
}): of is typeof of & { readonly asked_at: Date } =>
  of.interests_months > 0 && of.asked_at !== null && (of.confirmed_at === null || of.confirmed_at <= of.asked_at);

export const isDateAhead = (meeting: { readonly ends_at: Date }, now: Date): boolean => meeting.ends_at > now;

export function inaccessibleBecause(
  board: Pick<UserBoard['board'], 'suspended' | 'two_factor_missing' | 'opens_by'>,
): InaccessibleBoard['because'] {
  if (board.suspended) return 'suspended';
  return board.opens_by === null ? 'two-factor' : 'provider';
}
