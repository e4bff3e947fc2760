import { counted } from './text.ts';

/** Days after the approval of a meeting's minutes. */
export const destroyNotesDays = [30, 60, 90, 120, 150, 180, 270, 365] as const;

export const holdReasonMax = 500;

const dayMs = 86_400_000;
const noticeMs = 14 * dayMs;
const lateMsMax = 2 * dayMs;

export interface NotesOfMeeting {
  readonly approvedAt: Date;
  /** This is null if the board does not destroy notes. */
  readonly days: number | null;
  readonly announcedFor: Date | null;
  readonly isDestroyed: boolean;
  readonly isHeld: boolean;
}

export type NotesStep = { readonly kind: 'wait' | 'destroy' } | { readonly kind: 'announce'; readonly for: Date };

/** Notes are destroyed no earlier than 14 days after members were warned. */
export function nextNotesStep(
  { approvedAt, days, announcedFor, isDestroyed, isHeld }: NotesOfMeeting,
  now: Date,
): NotesStep {
  if (days === null || isDestroyed || isHeld) return { kind: 'wait' };
  const planned = approvedAt.getTime() + days * dayMs;
  const time = now.getTime();
  if (announcedFor !== null && time < announcedFor.getTime()) return { kind: 'wait' };
  if (announcedFor !== null && time < announcedFor.getTime() + lateMsMax && time >= planned) return { kind: 'destroy' };
  if (time < planned - noticeMs) return { kind: 'wait' };
  return { kind: 'announce', for: new Date(Math.max(planned, time + noticeMs)) };
}

export type DestroyedCounts = Readonly<Record<'marks' | 'comments' | 'drafts', number>>;

export const destroyedText = ({ marks, comments, drafts }: DestroyedCounts): string =>
  `${counted(marks, 'mark')}, ${counted(comments, 'comment')} and ${counted(drafts, 'draft')} destroyed`;
