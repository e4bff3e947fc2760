import type { ActionState } from './action-items.ts';
import type { VoteWay } from './deciding.ts';
import type { BallotChoice, BallotCounts } from './motions.ts';
import type { RegisterState } from './resolutions.ts';
import type { RichText } from './rich-text.ts';
import type { PresenceMode } from './room.ts';

/** The minutes of a meeting. They are generated from the record; only the notes of their sections are typed. */

export const minutesStates = ['draft', 'circulated', 'approved'] as const;
export type MinutesState = (typeof minutesStates)[number];

export const minutesCommentMax = 2_000;
export const minutesCommentsMax = 500;
/** Per author, so that one person cannot use up the limit of all. */
export const ownCommentsMax = 50;
export const minutesReasonMax = 500;
export const addendumTextMax = 5_000;
export const addendaMax = 100;
export const commentDaysMax = 60;

export const commentStates = ['open', 'taken-over', 'declined'] as const;
export type CommentState = (typeof commentStates)[number];

/** Agenda items that list open matters automatically. */
export const agendaKinds = ['declarations', 'minutes', 'action-items', 'written-resolutions'] as const;
export type AgendaKind = (typeof agendaKinds)[number];

/**
 * While somebody types, their page reports it this often. They count as writing until no report has come for
 * `writingLastsMs`.
 */
export const writingSaidEveryMs = 5_000;
export const writingLastsMs = 15_000;

/** Saves by one writer within this time form one entry of the history. */
export const wordingLastsMs = 300_000;

/** Instants are ISO 8601. A name is null if the reader may not see people. */
export interface MinutesStay {
  readonly mode: PresenceMode;
  readonly arrived_at: string;
  /** Is null while they are still present. */
  readonly left_at: string | null;
}

export const attendances = ['present', 'remote', 'apologies', 'absent'] as const;

export interface MinutesAttendee {
  readonly member_id: string;
  readonly name: string;
  readonly office: 'chair' | 'secretary' | null;
  readonly is_voter: boolean;
  readonly attendance: (typeof attendances)[number];
  readonly stays: readonly MinutesStay[];
  /** Present from the call to order to the end. */
  readonly is_throughout: boolean;
}

export interface MinutesQuorum {
  readonly present: number;
  readonly needed: number;
  readonly in_office: number;
  readonly met: boolean;
}

export interface MinutesHead {
  readonly called_at: string | null;
  readonly adjourned_at: string | null;
  /** Sorted by attendance, then by name. Null if the reader may not see people. */
  readonly attendees: readonly MinutesAttendee[] | null;
  readonly guests: readonly { readonly name: string; readonly role: string }[] | null;
  /** Number of vacant seats. */
  readonly vacancies: number;
  /** Counted at the call to order. Null if none was counted. */
  readonly quorum: MinutesQuorum | null;
}

export interface MinutesVote {
  readonly id: string;
  readonly way: VoteWay;
  readonly opened_at: string;
  readonly closed_at: string | null;
  /** `void`: the vote does not count. */
  readonly result: 'carried' | 'not-carried' | 'tied' | 'void';
  readonly by_objection?: true | undefined;
  /** Is null for a void secret vote and for a vote that was void before it was closed. */
  readonly counts: BallotCounts | null;
  readonly quorum: Omit<MinutesQuorum, 'met'> | null;
  /** The chair's casting vote in a tie. */
  readonly casting: 'for' | 'against' | null;
  /** Number of a carried resolution: '2026-014'. */
  readonly number: string | null;
  /** Depending on the setting: nobody, those who asked for it, or everyone in a named vote. */
  readonly named: readonly { readonly name: string; readonly choice: BallotChoice }[];
  /** People who lost their access to the board or the meeting while the vote was open. Absent if there were none. */
  readonly inactive?: readonly string[] | undefined;
  /** Opened after the meeting was adjourned. */
  readonly was_entered_afterwards: boolean;
  /** After a correction of presences the vote no longer had a quorum. */
  readonly lost_quorum: boolean;
}

/** Events recorded under an item, in order of time. */
export type MinutesEvent =
  | { readonly kind: 'phase'; readonly at: string; readonly phase: 'in-session' | 'recess' | 'adjourned' }
  | {
      readonly kind: 'arrived';
      readonly at: string;
      readonly name: string | null;
      readonly mode: PresenceMode;
      /** They had been present before. */
      readonly is_return: boolean;
    }
  | { readonly kind: 'left'; readonly at: string; readonly name: string | null }
  /** `reached`: the meeting was called to order without a quorum. */
  | { readonly kind: 'quorum'; readonly at: string; readonly change: 'reached' | 'lost' | 'regained' }
  | {
      readonly kind: 'declared';
      readonly at: string;
      readonly name: string | null;
      readonly nature: string;
      /**
       * The number of the item concerned, if the event appears under another item such as 'Declarations of interest'.
       */
      readonly about: string | null;
      /** Id of the item concerned. */
      readonly about_id: string;
      readonly is_recused: boolean;
      /** When they left for the discussion of the item. Null if they stayed. */
      readonly left_at: string | null;
      readonly returned_at: string | null;
      /** When the desk allowed them to vote again. */
      readonly lifted_at: string | null;
    }
  | {
      readonly kind: 'motion';
      /** When the motion was put to the vote that counts, or made if there was no vote. */
      readonly at: string;
      readonly motion_id: string;
      readonly text: string;
      readonly mover: string | null;
      readonly seconder: string | null;
      readonly state: 'proposed' | 'withdrawn' | 'deferred' | 'voting' | 'carried' | 'not-carried';
      /** In order of time. */
      readonly votes: readonly MinutesVote[];
    };

export interface MinutesTask {
  readonly id: string;
  readonly title: string;
  readonly owner: string | null;
  readonly due_on: string;
  readonly state: ActionState;
}

/** Content generated for an item. Declarations are events instead. */
export type MinutesFilling =
  | {
      readonly kind: 'minutes';
      /** Is null for the minutes of a meeting that was deleted. */
      readonly of: { readonly meeting_id: string; readonly title: string; readonly start: string } | null;
    }
  /** Open tasks, and those completed since the body's last meeting. */
  | { readonly kind: 'action-items'; readonly tasks: readonly MinutesTask[] }
  | {
      readonly kind: 'written-resolutions';
      /** Decided since the body's last meeting. */
      readonly resolutions: readonly {
        readonly id: string;
        readonly title: string;
        readonly number: string | null;
        readonly state: RegisterState;
        readonly decided_at: string;
      }[];
    };

export interface MinutesTime {
  readonly from: string;
  /** Is null for the current item. */
  readonly until: string | null;
}

/** A section as it is rendered on the page and in the PDF. */
export interface MinutesPart {
  readonly id: string;
  readonly number: string | null;
  readonly depth: number;
  readonly title: string;
  readonly kind: AgendaKind | null;
  /** First start and end of the item. Null if the meeting never reached it. */
  readonly from: string | null;
  readonly until: string | null;
  /** Later returns to the item. Absent if there were none. */
  readonly again?: readonly MinutesTime[] | undefined;
  readonly quorum: MinutesQuorum | null;
  readonly events: readonly MinutesEvent[];
  readonly filling: MinutesFilling | null;
  readonly tasks: readonly MinutesTask[];
  readonly notes: RichText;
}

/** `Item 4 is withheld from you.` */
export interface WithheldPart {
  readonly id: string;
  readonly number: string | null;
  readonly depth: number;
  readonly is_withheld: true;
}

export const isWithheld = (part: MinutesPart | WithheldPart): part is WithheldPart => 'is_withheld' in part;

/** A difference from the previous version. */
export interface MinutesChange {
  /** Is null for the head, which lists attendance. */
  readonly section_id: string | null;
  /** Is null for the head and for an item removed from the agenda. */
  readonly number: string | null;
  readonly title: string;
}

export interface MinutesApproval {
  readonly kind: 'motion' | 'written';
  readonly at: string;
  /** Number of the resolution: '2026-012'. */
  readonly number: string | null;
  /** The meeting that approved them. Null if they were approved in writing. */
  readonly meeting_title: string | null;
}

/** Input of the minutes PDF: the approved minutes, or a draft for one reader. */
export interface MinutesDocument {
  readonly board: string;
  readonly colour: string;
  readonly time_zone: string;
  readonly body: string;
  readonly title: string;
  readonly start: string;
  readonly location: string;
  readonly state: MinutesState;
  /** How often the minutes were circulated. */
  readonly version: number;
  readonly head: MinutesHead;
  /** In the order of the agenda; removed items come last. */
  readonly parts: readonly (MinutesPart | WithheldPart)[];
  readonly approval: MinutesApproval | null;
  /** People who sign on paper, depending on the board's setting. */
  readonly signers: readonly { readonly name: string; readonly office: 'chair' | 'secretary' }[];
  /** Names or items are left out for this reader. */
  readonly is_partial: boolean;
  /** Time of this state of the minutes; used as the date of the file. */
  readonly at: string;
}
