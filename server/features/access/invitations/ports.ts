import type { BoardScope } from '#server/db/board-scope.ts';

export interface UpcomingMeeting {
  readonly id: string;
  readonly title: string;
  readonly starts_at: Date;
  readonly finds_date: boolean;
}

/** What the mail to somebody who has joined lists. */
export interface UpcomingMeetings {
  /** Published meetings for the member that have not ended, soonest first; then those that find their date. */
  list(scope: Pick<BoardScope, 'tx' | 'board' | 'now'>, memberId: string): Promise<readonly UpcomingMeeting[]>;
}

declare module '#server/db/board-scope.ts' {
  interface Ports {
    readonly upcomingMeetings: UpcomingMeetings;
  }
}
