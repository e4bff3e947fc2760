import type { ActionState } from './action-items.ts';
import type { QuorumCount, VoteWay } from './deciding.ts';
import type { BallotChoice, BallotCounts } from './motions.ts';
import type { RegisterState } from './resolutions.ts';
import type { RichText } from './rich-text.ts';
import type { PresenceMode } from './room.ts';

export const minutesStates = ['draft', 'circulated', 'approved'] as const;
export type MinutesState = (typeof minutesStates)[number];

export const minutesCommentMax = 2_000;
export const minutesCommentsMax = 500;
/** Maximum number of comments per author, so that nobody can use up the limit for all comments. */
export const ownCommentsMax = 50;
export const minutesReasonMax = 500;
export const addendumTextMax = 5_000;
export const addendaMax = 100;
export const commentDaysMax = 60;

export const commentStates = ['open', 'taken-over', 'declined'] as const;
export type CommentState = (typeof commentStates)[number];

export const agendaKinds = ['declarations', 'minutes', 'action-items', 'written-resolutions'] as const;
export type AgendaKind = (typeof agendaKinds)[number];

/** Minimum milliseconds between a browser's reports that its user is still typing. */
export const writingAnnouncedEveryMs = 5_000;
export const writingLastsMs = 15_000;

/** Milliseconds within which one writer's saves are combined into one history entry. */
export const wordingLastsMs = 300_000;

/** Times in this file are ISO 8601. */
export interface MinutesStay {
  readonly mode: PresenceMode;
  readonly arrived_at: string;
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
  readonly is_throughout: boolean;
}

export type MinutesQuorum = QuorumCount;

export interface MinutesHead {
  readonly called_at: string | null;
  readonly adjourned_at: string | null;
  readonly attendees: readonly MinutesAttendee[] | null;
  readonly guests: readonly { readonly name: string; readonly role: string }[] | null;
  readonly vacancies: number;
  readonly quorum: MinutesQuorum | null;
}

export interface MinutesVote {
  readonly id: string;
  readonly way: VoteWay;
  readonly opened_at: string;
  readonly closed_at: string | null;
  readonly result: 'carried' | 'not-carried' | 'tied' | 'void';
  readonly by_objection?: true | undefined;
  /** This is null for void secret votes and for votes that became void before they were closed. */
  readonly counts: BallotCounts | null;
  readonly quorum: Omit<MinutesQuorum, 'met'> | null;
  readonly casting: 'for' | 'against' | null;
  readonly number: string | null;
  readonly named: readonly { readonly name: string; readonly choice: BallotChoice }[];
  readonly inactive?: readonly string[] | undefined;
  readonly was_entered_afterwards: boolean;
  readonly lost_quorum: boolean;
}

export type MinutesEvent =
  | { readonly kind: 'phase'; readonly at: string; readonly phase: 'in-session' | 'recess' | 'adjourned' }
  | {
      readonly kind: 'arrived';
      readonly at: string;
      readonly name: string | null;
      readonly mode: PresenceMode;
      readonly is_return: boolean;
    }
  | { readonly kind: 'left'; readonly at: string; readonly name: string | null }
  /** `reached`: the meeting was called to order without a quorum and reached one later. */
  | { readonly kind: 'quorum'; readonly at: string; readonly change: 'reached' | 'lost' | 'regained' }
  | {
      readonly kind: 'declared';
      readonly at: string;
      readonly name: string | null;
      readonly nature: string;
      readonly about: string | null;
      readonly about_id: string;
      readonly is_recused: boolean;
      readonly left_at: string | null;
      readonly returned_at: string | null;
      readonly lifted_at: string | null;
    }
  | {
      readonly kind: 'motion';
      readonly at: string;
      readonly motion_id: string;
      readonly text: string;
      readonly mover: string | null;
      readonly seconder: string | null;
      readonly state: 'proposed' | 'withdrawn' | 'deferred' | 'voting' | 'carried' | 'not-carried';
      readonly votes: readonly MinutesVote[];
    };

export interface MinutesTask {
  readonly id: string;
  readonly title: string;
  readonly owner: string | null;
  readonly due_on: string;
  readonly state: ActionState;
}

export type MinutesFilling =
  | {
      readonly kind: 'minutes';
      /** This is null for the minutes of a deleted meeting. */
      readonly of: { readonly meeting_id: string; readonly title: string; readonly start: string } | null;
    }
  | { readonly kind: 'action-items'; readonly tasks: readonly MinutesTask[] }
  | {
      readonly kind: 'written-resolutions';
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
  readonly until: string | null;
}

export interface MinutesPart {
  readonly id: string;
  readonly number: string | null;
  readonly depth: number;
  readonly title: string;
  readonly kind: AgendaKind | null;
  readonly from: string | null;
  readonly until: string | null;
  readonly again?: readonly MinutesTime[] | undefined;
  readonly quorum: MinutesQuorum | null;
  readonly events: readonly MinutesEvent[];
  readonly filling: MinutesFilling | null;
  readonly tasks: readonly MinutesTask[];
  readonly notes: RichText;
}

export interface WithheldPart {
  readonly id: string;
  readonly number: string | null;
  readonly depth: number;
  readonly is_withheld: true;
}

export const isWithheld = (part: MinutesPart | WithheldPart): part is WithheldPart => 'is_withheld' in part;

export interface MinutesChange {
  readonly section_id: string | null;
  readonly number: string | null;
  readonly title: string;
}

export interface MinutesApproval {
  readonly kind: 'motion' | 'written' | 'signatures';
  readonly at: string;
  readonly number: string | null;
  readonly meeting_title: string | null;
}

export interface MinutesDocument {
  readonly board: string;
  readonly colour: string;
  readonly time_zone: string;
  readonly body: string;
  readonly title: string;
  readonly start: string;
  readonly location: string;
  readonly state: MinutesState;
  readonly version: number;
  readonly head: MinutesHead;
  readonly parts: readonly (MinutesPart | WithheldPart)[];
  readonly approval: MinutesApproval | null;
  readonly signers: readonly { readonly name: string; readonly office: 'chair' | 'secretary' }[];
  readonly is_partial: boolean;
  readonly is_for_signature?: boolean;
  readonly at: string;
}
