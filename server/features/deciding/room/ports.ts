import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import type { LockedRoom } from './base/commands.ts';

/** Implemented by the minutes, which record decisions and presences. */
export interface MinutesOfMeetings {
  begin(scope: BoardScope, meetingId: string): Promise<void>;
  /**
   * Throws if the record is final. `decisions` (votes and phases) are final once the minutes are circulated. The rest
   * of the `record` is final while the minutes are voted on and once they are approved.
   */
  refuseCorrecting(
    scope: BoardScope,
    of: { readonly meetingId: string; readonly what: 'decisions' | 'record' },
  ): Promise<void>;
  /** Throws if the vote has approved minutes. */
  refuseVoiding(scope: BoardScope, voteId: string): Promise<void>;
  /** Throws if the motion or resolution approves minutes, because its text follows from them. */
  refuseRewording(scope: BoardScope, of: { readonly motionId: string } | { readonly writtenId: string }): Promise<void>;
  /**
   * Locks the minutes that a motion would approve until its vote is closed. Returns the motion's text, or null for
   * other motions.
   */
  voteOpens(scope: BoardScope, motionId: string): Promise<string | null>;
  /** Approves the minutes that the motion is about. */
  carried(
    scope: BoardScope,
    vote: { readonly id: string; readonly motionId: string; readonly at: Date },
  ): Promise<void>;
  /** The same for written resolutions. The text of a draft follows from the minutes until it circulates. */
  settleDraft(scope: BoardJobScope, writtenId: string): Promise<void>;
  circulates(scope: BoardScope, writtenId: string): Promise<string | null>;
  passed(scope: BoardScope | BoardJobScope, written: { readonly id: string; readonly at: Date }): Promise<void>;
}

export interface VotesOfMeetings {
  /**
   * Called when the server adjourns. The desk closes open votes afterwards, with the people who were present until
   * then.
   */
  adjourned(scope: BoardJobScope, of: Pick<LockedRoom, 'meetingId' | 'at'>): Promise<void>;
}

declare module '#server/db/board-scope.ts' {
  interface Ports {
    readonly minutes: MinutesOfMeetings;
    readonly votes: VotesOfMeetings;
  }
}
