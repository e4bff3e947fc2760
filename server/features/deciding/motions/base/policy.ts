import type { BallotsShownTo } from '#domain/deciding.ts';
import { isMotionOpen, type MotionState } from '#domain/motions.ts';
import { isWithheld, type WithheldFacts } from '#server/features/members/audience/visibility.ts';

/** What a reader is in a meeting. */
export interface MotionReader {
  readonly memberId: string;
  /** Runs the meeting. */
  readonly isDesk: boolean;
  /** Votes in the body that decides. */
  readonly isVoter: boolean;
}

interface SuggestedFacts extends WithheldFacts {
  readonly state: MotionState;
  readonly suggested_by_id: string | null;
}

/** A suggestion, taken up or not, until then is between the desk and who made it. */
export const canSeeMotion = (reader: MotionReader, motion: SuggestedFacts): boolean =>
  !isWithheld(motion) &&
  (reader.isDesk ||
    (motion.state !== 'suggested' && motion.state !== 'declined') ||
    motion.suggested_by_id === reader.memberId);

/** Its own words by who suggested it, until the desk has taken it up. */
export const canEditMotion = (reader: MotionReader, motion: Omit<SuggestedFacts, 'is_withheld'>): boolean =>
  isMotionOpen(motion.state) &&
  (reader.isDesk || (motion.state === 'suggested' && motion.suggested_by_id === reader.memberId));

/** Of a named vote that is closed. */
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
