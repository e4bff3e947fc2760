import type { BoardScope } from '#server/db/board-scope.ts';

export interface AttendanceRoom {
  /** Whether the reader is the meeting's chair or secretary, who need not be its editors. */
  isRunByReader(scope: BoardScope, meetingId: string): Promise<boolean>;
  /** Called when a guest is added, removed or renamed. Throws once the minutes are approved. Locks the room. */
  guestsChange(scope: BoardScope, meetingId: string): Promise<void>;
  /** Locks the room, which must happen before the invitee's row is locked. */
  marked(
    scope: BoardScope,
    mark: { readonly meetingId: string; readonly memberId: string; readonly attendance: boolean | null },
  ): Promise<void>;
  /** Resets presences after rescheduling. Locks the room, which must happen before the invitees' rows are locked. */
  moved(scope: BoardScope, meetingId: string): Promise<void>;
  /** Ends the presences of people whom a new audience leaves out. Locks the room. */
  audienceChanged(scope: BoardScope): Promise<void>;
}

export interface Decisions {
  refuseDeleting(
    scope: BoardScope,
    of: { readonly meetingId: string } | { readonly agendaItemId: string },
  ): Promise<void>;
  /** A document cannot be deleted once its motion was voted on, and cannot be replaced while the vote is open. */
  refusePaper(
    scope: BoardScope,
    of: { readonly documentId: string; readonly what: 'deleting' | 'replacing' },
  ): Promise<void>;
  /** Throws while a vote is open. Locks the room. The caller must have locked the meeting's row. */
  refuseWhileVoting(scope: BoardScope, meetingId: string): Promise<void>;
  /** Throws if the meeting was called to order. The caller must have locked its row. */
  refuseCancelling(scope: BoardScope, meetingId: string): Promise<void>;
  /** Throws once the minutes are approved, because they fix the titles of the meeting and its items. */
  refuseRenaming(scope: BoardScope, meetingId: string): Promise<void>;
  /** Throws once the minutes are circulated. Locks the room, which must happen before the items' rows are locked. */
  moving(scope: BoardScope, meetingId: string): Promise<void>;
  /** Throws if the desk could not withhold the items itself, or if they were voted on. */
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
  /** Ends the requests for papers of a cancelled or deleted meeting, and mails their authors. */
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
