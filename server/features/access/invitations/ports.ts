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

declare module '#server/db/board-scope.ts' {
  interface Ports {
    readonly upcomingMeetings: UpcomingMeetings;
  }
}
