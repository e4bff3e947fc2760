import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import type { LockedRoom } from './base/commands.ts';

/** The minutes of a meeting, which tell what is decided and who was there. */
export interface MinutesOfMeetings {
  /** At the call to order. */
  begin(scope: BoardScope, meetingId: string): Promise<void>;
  /** `decisions`: votes and phases stay once the minutes are circulated; the rest of the `record` while they are voted on, and once they are approved. */
  refuseCorrecting(
    scope: BoardScope,
    of: { readonly meetingId: string; readonly what: 'decisions' | 'record' },
  ): Promise<void>;
  /** The vote stays which approved minutes. */
  refuseVoiding(scope: BoardScope, voteId: string): Promise<void>;
  /** Whoever approves minutes says so in words that follow from them. */
  refuseRewording(scope: BoardScope, of: { readonly motionId: string } | { readonly writtenId: string }): Promise<void>;
  /** Of a motion to approve minutes, which cannot be changed from now on until it is closed: returns its text, else null. */
  voteOpens(scope: BoardScope, motionId: string): Promise<string | null>;
  /** Minutes that the motion was about are approved. */
  carried(
    scope: BoardScope,
    vote: { readonly id: string; readonly motionId: string; readonly at: Date },
  ): Promise<void>;
  /** Likewise in writing: the draft's words follow from the minutes until it circulates. */
  settleDraft(scope: BoardJobScope, writtenId: string): Promise<void>;
  circulates(scope: BoardScope, writtenId: string): Promise<string | null>;
  passed(scope: BoardScope | BoardJobScope, written: { readonly id: string; readonly at: Date }): Promise<void>;
}

/** The votes of a meeting. */
export interface VotesOfMeetings {
  /** By the server: what is open is closed by the desk afterwards, with who was there until then. */
  adjourned(scope: BoardJobScope, of: Pick<LockedRoom, 'meetingId' | 'at'>): Promise<void>;
}

declare module '#server/db/board-scope.ts' {
  interface Ports {
    readonly minutes: MinutesOfMeetings;
    readonly votes: VotesOfMeetings;
  }
}
