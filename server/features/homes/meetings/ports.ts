import type { BoardScope } from '#server/db/board-scope.ts';

export interface AttendanceRoom {
  /** Whether the reader is the meeting's chair or secretary. */
  isRunByReader(scope: BoardScope, meetingId: string): Promise<boolean>;
  /** Throws if the minutes are approved. Locks the room. */
  guestsChange(scope: BoardScope, meetingId: string): Promise<void>;
  /** Locks the room, so call this before locking the invitee's row. */
  marked(
    scope: BoardScope,
    mark: { readonly meetingId: string; readonly memberId: string; readonly attendance: boolean | null },
  ): Promise<void>;
  /** Resets presences after rescheduling. Locks the room, so call this before locking the invitees' rows. */
  moved(scope: BoardScope, meetingId: string): Promise<void>;
  /** Ends presences of people outside the new audience. Locks the room. */
  audienceChanged(scope: BoardScope): Promise<void>;
}

export interface Decisions {
  refuseDeleting(
    scope: BoardScope,
    of: { readonly meetingId: string } | { readonly agendaItemId: string },
  ): Promise<void>;
  /** Throws if the document was ever put to a vote (`deleting`) or is being voted on (`replacing`). */
  refusePaper(
    scope: BoardScope,
    of: { readonly documentId: string; readonly what: 'deleting' | 'replacing' },
  ): Promise<void>;
  /** Throws while a vote is open. Locks the room. The caller must have locked the meeting's row. */
  refuseWhileVoting(scope: BoardScope, meetingId: string): Promise<void>;
  /** Throws if the meeting was called to order. The caller must have locked the meeting's row. */
  refuseCancelling(scope: BoardScope, meetingId: string): Promise<void>;
  /** Throws if the minutes are approved, because they contain the titles of the meeting and its items. */
  refuseRenaming(scope: BoardScope, meetingId: string): Promise<void>;
  /** Throws if the minutes are circulated. Locks the room, so call this before locking the items' rows. */
  moving(scope: BoardScope, meetingId: string): Promise<void>;
  /** Throws while a vote is open, if an item was voted on, or if withholding the item would require a motion. */
  movedUnderWithheld(
    scope: BoardScope,
    of: {
      readonly meetingId: string;
      readonly withheld: readonly { readonly itemId: string; readonly memberId: string }[];
    },
  ): Promise<void>;
}

export interface MeetingTasks {
  published(scope: BoardScope, meetingId: string): Promise<void>;
}

export interface PaperRequests {
  meetingEnded(scope: BoardScope, meetingId: string): Promise<void>;
  itemRemoved(scope: BoardScope, agendaItemId: string): Promise<void>;
}

declare module '#server/db/board-scope.ts' {
  interface Ports {
    readonly attendanceRoom: AttendanceRoom;
    readonly decisions: Decisions;
    readonly meetingTasks: MeetingTasks;
    readonly paperRequests: PaperRequests;
  }
}
