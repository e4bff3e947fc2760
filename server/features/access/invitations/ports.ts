import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';

export interface UpcomingMeeting {
  readonly id: string;
  readonly title: string;
  readonly starts_at: Date;
  readonly finds_date: boolean;
}

export interface UpcomingMeetings {
  list(scope: Pick<BoardScope, 'tx' | 'board' | 'now'>, memberId: string): Promise<readonly UpcomingMeeting[]>;
}

export interface Electorate {
  /** If `votes` is undefined, the board's setting applies. */
  setVotes(
    scope: BoardScope | BoardJobScope,
    given: { readonly memberId: string; readonly votes: boolean | undefined; readonly isNew: boolean },
  ): Promise<void>;
}

declare module '#server/db/board-scope.ts' {
  interface Ports {
    readonly upcomingMeetings: UpcomingMeetings;
    readonly electorate: Electorate;
  }
}
