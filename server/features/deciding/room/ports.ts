import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import type { LockedRoom } from './state/commands.ts';

export interface MinutesOfMeetings {
  begin(scope: BoardScope, meetingId: string): Promise<void>;
  /** Throws if the minutes no longer allow the correction. */
  refuseCorrecting(
    scope: BoardScope,
    of: { readonly meetingId: string; readonly what: 'decisions' | 'record' },
  ): Promise<void>;
  refuseVoiding(scope: BoardScope, voteId: string): Promise<void>;
  /** Throws while signatures for the vote's resolution are being collected. */
  refuseSigned(scope: BoardScope, voteId: string): Promise<void>;
  /** Throws if the motion or resolution approves minutes, because its text is generated from them. */
  refuseRewording(scope: BoardScope, of: { readonly motionId: string } | { readonly writtenId: string }): Promise<void>;
  /** Locks the minutes before a vote. Returns the text to vote on, or null if it approves no minutes. */
  voteOpens(
    scope: BoardScope,
    of: { readonly motionId: string } | { readonly writtenId: string },
  ): Promise<string | null>;
  carried(
    scope: BoardScope,
    vote: { readonly id: string; readonly motionId: string; readonly at: Date },
  ): Promise<void>;
  settleDraft(scope: BoardJobScope, writtenId: string): Promise<void>;
  passed(scope: BoardScope | BoardJobScope, written: { readonly id: string; readonly at: Date }): Promise<void>;
}

export interface VotesOfMeetings {
  /** Marks undecided ties as not carried. Open votes remain open. */
  adjourned(scope: BoardScope | BoardJobScope, of: Pick<LockedRoom, 'meetingId' | 'at'>): Promise<void>;
}

declare module '#server/db/board-scope.ts' {
  interface Ports {
    readonly minutes: MinutesOfMeetings;
    readonly votes: VotesOfMeetings;
  }
}
