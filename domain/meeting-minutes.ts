import type { ActionState } from './action-items.ts';
import type { VoteWay } from './deciding.ts';
import type { BallotChoice, BallotCounts } from './motions.ts';
import type { RegisterState } from './resolutions.ts';
import type { RichText } from './rich-text.ts';
import type { PresenceMode } from './room.ts';

/** The minutes of a meeting. They grow from the record; only the notes of their sections are written. */

export const minutesStates = ['draft', 'circulated', 'approved'] as const;
export type MinutesState = (typeof minutesStates)[number];

export const minutesCommentMax = 2_000;
export const minutesCommentsMax = 500;
/** Of one author, so that nobody alone uses up the others' room. */
export const ownCommentsMax = 50;
export const minutesReasonMax = 500;
export const addendumTextMax = 5_000;
export const addendaMax = 100;
export const commentDaysMax = 60;

export const commentStates = ['open', 'taken-over', 'declined'] as const;
export type CommentState = (typeof commentStates)[number];

/** Agenda items that list by themselves what is open. */
export const agendaKinds = ['declarations', 'minutes', 'action-items', 'written-resolutions'] as const;
export type AgendaKind = (typeof agendaKinds)[number];

/** While somebody types, their page says so each so often; after so long without they are not writing any more. */
export const writingSaidEveryMs = 5_000;
export const writingLastsMs = 15_000;

/** Saves of one writer within so long are one wording of the history. */
export const wordingLastsMs = 300_000;

/** Instants are ISO; a name is null where the reader may not see people. */
export interface MinutesStay {
  readonly mode: PresenceMode;
  readonly arrived_at: string;
  /** Null: still there. */
  readonly left_at: string | null;
}

export const attendances = ['present', 'remote', 'apologies', 'absent'] as const;

export interface MinutesAttendee {
  readonly member_id: string;
  readonly name: string;
  readonly office: 'chair' | 'secretary' | null;
  readonly is_voter: boolean;
  /** `remote`: never in person. */
  readonly attendance: (typeof attendances)[number];
  /** The earlier first. */
  readonly stays: readonly MinutesStay[];
  /** There from the call to order to the end. */
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
  /** By how they attended, then by name; null where the reader may not see people. */
  readonly attendees: readonly MinutesAttendee[] | null;
  readonly guests: readonly { readonly name: string; readonly role: string }[] | null;
  /** Seats that nobody held. */
  readonly vacancies: number;
  /** At the call to order; null where none was counted. */
  readonly quorum: MinutesQuorum | null;
}

export interface MinutesVote {
  readonly id: string;
  readonly way: VoteWay;
  readonly opened_at: string;
  readonly closed_at: string | null;
  /** `void`: it does not count. */
  readonly result: 'carried' | 'not-carried' | 'tied' | 'void';
  /** It is void because somebody objected; else absent. */
  readonly by_objection?: true | undefined;
  /** Null of a void secret vote, and of one that was void before it was closed. */
  readonly counts: BallotCounts | null;
  readonly quorum: Omit<MinutesQuorum, 'met'> | null;
  /** The chair's, of a tie. */
  readonly casting: 'for' | 'against' | null;
  /** Of what was carried: `2026-014`. */
  readonly number: string | null;
  /** By the setting: nobody, those who asked for it, or all of a named vote. */
  readonly named: readonly { readonly name: string; readonly choice: BallotChoice }[];
  /** Who was made inactive, removed or disabled while it was open; absent where nobody was. */
  readonly inactive?: readonly string[] | undefined;
  /** Opened after the meeting was adjourned. */
  readonly was_entered_afterwards: boolean;
  /** The presences were corrected, and by them it had no quorum. */
  readonly lost_quorum: boolean;
}

/** What the record says under an item, in the order of time. */
export type MinutesEvent =
  | { readonly kind: 'phase'; readonly at: string; readonly phase: 'in-session' | 'recess' | 'adjourned' }
  | {
      readonly kind: 'arrived';
      readonly at: string;
      readonly name: string | null;
      readonly mode: PresenceMode;
      /** They had been there before. */
      readonly is_return: boolean;
    }
  | { readonly kind: 'left'; readonly at: string; readonly name: string | null }
  | {
      readonly kind: 'declared';
      readonly at: string;
      readonly name: string | null;
      readonly nature: string;
      /** Under another item, as 'Declarations of interest': the number of the one that it is about. */
      readonly about: string | null;
      /** Of the item that it is about. */
      readonly about_id: string;
      readonly is_recused: boolean;
      /** While the item was discussed; null: they stayed. */
      readonly left_at: string | null;
      readonly returned_at: string | null;
      /** The desk let them vote again. */
      readonly lifted_at: string | null;
    }
  | {
      readonly kind: 'motion';
      /** When it was put to the vote, to the one that counts where others were void; or made where it never was. */
      readonly at: string;
      readonly motion_id: string;
      readonly text: string;
      readonly mover: string | null;
      readonly seconder: string | null;
      readonly state: 'proposed' | 'withdrawn' | 'deferred' | 'voting' | 'carried' | 'not-carried';
      /** The earlier first. */
      readonly votes: readonly MinutesVote[];
    };

export interface MinutesTask {
  readonly id: string;
  readonly title: string;
  readonly owner: string | null;
  /** `yyyy-MM-dd` */
  readonly due_on: string;
  readonly state: ActionState;
}

/** What an item fills itself with; declarations are events. */
export type MinutesFilling =
  | {
      readonly kind: 'minutes';
      /** Null: those of a meeting that is gone. */
      readonly of: { readonly meeting_id: string; readonly title: string; readonly start: string } | null;
    }
  /** Open ones, and those done since the body met last. */
  | { readonly kind: 'action-items'; readonly tasks: readonly MinutesTask[] }
  | {
      readonly kind: 'written-resolutions';
      /** Decided since the body met last. */
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
  /** Null: the meeting is at it. */
  readonly until: string | null;
}

/** What is set of a section, on a page and on paper. */
export interface MinutesPart {
  readonly id: string;
  /** Null: its item is gone from the agenda, its words have stayed. */
  readonly number: string | null;
  readonly depth: number;
  readonly title: string;
  readonly kind: AgendaKind | null;
  /** When the meeting came to it first and went on; null where it was never at it. */
  readonly from: string | null;
  readonly until: string | null;
  /** When it came back to it; absent where it did not. */
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

/** What is different from the version before. */
export interface MinutesChange {
  /** Null: the head, with who was there. */
  readonly section_id: string | null;
  /** Null for the head, and for an item that is gone from the agenda. */
  readonly number: string | null;
  readonly title: string;
}

export interface MinutesApproval {
  readonly kind: 'motion' | 'written';
  readonly at: string;
  /** Of the resolution: `2026-012`. */
  readonly number: string | null;
  /** The meeting that approved them; null: in writing. */
  readonly meeting_title: string | null;
}

/** What a PDF of minutes is set from: theirs once approved, or a draft for one reader. */
export interface MinutesDocument {
  readonly board: string;
  /** `#rrggbb` */
  readonly colour: string;
  readonly time_zone: string;
  /** Empty for the whole board. */
  readonly body: string;
  readonly title: string;
  readonly start: string;
  readonly location: string;
  readonly state: MinutesState;
  /** Circulated so often. */
  readonly version: number;
  readonly head: MinutesHead;
  /** In the order of the agenda; what is gone from it last. */
  readonly parts: readonly (MinutesPart | WithheldPart)[];
  readonly approval: MinutesApproval | null;
  /** Who signs them on paper, by the board's setting. */
  readonly signers: readonly { readonly name: string; readonly office: 'chair' | 'secretary' }[];
  /** Something is left out for this reader: names, or items. */
  readonly is_partial: boolean;
  /** When they were so: the date of the file. */
  readonly at: string;
}
