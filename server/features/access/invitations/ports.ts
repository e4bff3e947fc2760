import type { BoardScope } from '#server/db/board-scope.ts';

export interface UpcomingMeeting {
  readonly id: string;
  readonly title: string;
  readonly starts_at: Date;
  readonly finds_date: boolean;
}

export interface UpcomingMeetings {
  /** Not over, soonest first, then date searches. */
  list(scope: Pick<BoardScope, 'tx' | 'board' | 'now'>, memberId: string): Promise<readonly UpcomingMeeting[]>;
}

/** Who votes in the bodies of a board. */
export interface Electorate {
  /** In the whole board and the member's groups. Groups that they join later follow the whole board. */
  setVotes(
    scope: Pick<BoardScope, 'tx' | 'board'>,
    given: { readonly memberId: string; readonly votes: boolean },
  ): Promise<void>;
}

declare module '#server/db/board-scope.ts' {
  interface Ports {
    readonly upcomingMeetings: UpcomingMeetings;
    readonly electorate: Electorate;
  }
}
