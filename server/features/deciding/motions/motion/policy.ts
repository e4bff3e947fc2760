import type { BallotsShownTo } from '#domain/deciding.ts';
import { isMotionOpen, type MotionState } from '#domain/motions.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { canRun, votersOf } from '#server/features/deciding/room/state/policy.ts';
import type { RoomPage } from '#server/features/deciding/room/state/queries.ts';
import { isWithheld, type WithheldFacts } from '#server/features/members/audience/visibility.ts';
import type { VoteRow } from './queries.ts';

export interface MotionReader {
  readonly memberId: string;
  readonly isDesk: boolean;
  readonly isVoter: boolean;
}

export const readerOf = (reader: Pick<BoardScope, 'member' | 'via'>, page: RoomPage): MotionReader => ({
  memberId: reader.member.id,
  isDesk: canRun(reader, page),
  isVoter: votersOf(page).has(reader.member.id),
});

interface SuggestedFacts extends WithheldFacts {
  readonly state: MotionState;
  readonly suggested_by_id: string | null;
}

/** Before a suggested motion is accepted, only the chair, the secretary, editors and its author see it. */
export const canSeeMotion = (reader: MotionReader, motion: SuggestedFacts): boolean =>
  !isWithheld(motion) &&
  (reader.isDesk ||
    (motion.state !== 'suggested' && motion.state !== 'declined') ||
    motion.suggested_by_id === reader.memberId);

export const canEditMotion = (reader: MotionReader, motion: Omit<SuggestedFacts, 'is_withheld'>): boolean =>
  isMotionOpen(motion.state) &&
  (reader.isDesk || (motion.state === 'suggested' && motion.suggested_by_id === reader.memberId));

export const castIds = (vote: {
  readonly ballots: readonly { readonly member_id: string }[];
  readonly participant_ids: readonly string[];
}): readonly string[] => [...vote.ballots.map(({ member_id: id }) => id), ...vote.participant_ids];

/** The quorum at closing. */
export const closingQuorum = ({ present, needed, in_office }: VoteRow) =>
  present === null || needed === null || in_office === null ? null : { present, needed, in_office };

export function canSeeBallots(reader: MotionReader, shownTo: BallotsShownTo): boolean {
  switch (shownTo) {
    case 'desk':
      return reader.isDesk;
    case 'body':
      return reader.isDesk || reader.isVoter;
    case 'audience':
      return true;
  }
}
