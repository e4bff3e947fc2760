import type { BoardScope } from '#server/db/board-scope.ts';

/** The room of a meeting: who is marked in attendance is there, and the other way round. */
export interface AttendanceRoom {
  /** The chair and secretary of a meeting are not always its editors. */
  isRunByReader(scope: BoardScope, meetingId: string): Promise<boolean>;
  /** A guest comes, goes or gets another name: refused once the minutes are approved. Locks the room. */
  guestsChange(scope: BoardScope, meetingId: string): Promise<void>;
  /** Locks the room, before the invitee's row. */
  marked(
    scope: BoardScope,
    mark: { readonly meetingId: string; readonly memberId: string; readonly attendance: boolean | null },
  ): Promise<void>;
  /** Replies and attendance are asked anew for another time: nobody has been there yet. Locks the room, before the invitees' rows. */
  moved(scope: BoardScope, meetingId: string): Promise<void>;
}

/** What is decided in a meeting. */
export interface Decisions {
  /** Refused for what was voted on. */
  refuseDeleting(
    scope: BoardScope,
    of: { readonly meetingId: string } | { readonly agendaItemId: string },
  ): Promise<void>;
  /** A paper of what was voted on stays, and while its vote is open its file, too. */
  refusePaper(
    scope: BoardScope,
    of: { readonly documentId: string; readonly what: 'deleting' | 'replacing' },
  ): Promise<void>;
  /** While a vote is open nobody changes who may take part in it. The meeting's row must be locked. */
  refuseWhileVoting(scope: BoardScope, meetingId: string): Promise<void>;
  /** A meeting that was called to order is not cancelled. Its row must be locked. */
  refuseCancelling(scope: BoardScope, meetingId: string): Promise<void>;
  /** A meeting whose minutes are approved keeps its title, and its items theirs. */
  refuseRenaming(scope: BoardScope, meetingId: string): Promise<void>;
  /** An agenda item is about to move: refused once the minutes are circulated. Locks the room, before the items' rows. */
  moving(scope: BoardScope, meetingId: string): Promise<void>;
  /** Its agenda as it is now withholds these. Refused where the desk could not do so itself, and for what was voted on. */
  movedUnderWithheld(
    scope: BoardScope,
    of: {
      readonly meetingId: string;
      readonly withheld: readonly { readonly itemId: string; readonly memberId: string }[];
    },
  ): Promise<void>;
}

/** What somebody is to do for a meeting. */
export interface MeetingTasks {
  /** It was a draft, of which only its editors knew. */
  published(scope: BoardScope, meetingId: string): Promise<void>;
}

declare module '#server/db/board-scope.ts' {
  interface Ports {
    readonly attendanceRoom: AttendanceRoom;
    readonly decisions: Decisions;
    readonly meetingTasks: MeetingTasks;
  }
}
