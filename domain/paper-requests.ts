import { dayAfter } from './days.ts';
import { counted } from './text.ts';

export const paperLinkChoices = ['anyone', 'members', 'off'] as const;
export type PaperLinks = (typeof paperLinkChoices)[number];

export const paperStates = ['asked', 'received', 'sent-back', 'declined', 'accepted'] as const;
export type PaperState = (typeof paperStates)[number];

/** `filesMax` and `bytesMax` are limits for each paper request. Replaced files count towards them. */
export const paperLimits = {
  filesMax: 20,
  bytesMax: 300 * 1024 * 1024,
  requestsAtOnceMax: 50,
  requestsOfMeetingMax: 500,
  noteCharactersMax: 2_000,
  reasonCharactersMax: 500,
} as const;

interface PaperFacts {
  readonly declined_at: Date | null;
  readonly accepted_at: Date | null;
  readonly sent_back_at: Date | null;
  readonly is_waiting: boolean;
}

export function paperStateOf(paper: PaperFacts): PaperState {
  if (paper.is_waiting) return 'received';
  if (paper.declined_at !== null) return 'declined';
  if (paper.accepted_at !== null) return 'accepted';
  return paper.sent_back_at === null ? 'asked' : 'sent-back';
}

export const isPaperDue = (state: PaperState): boolean => state === 'asked' || state === 'sent-back';

/** A paper becomes late at 00:00 in the board's time zone on the day after its due date. */
export const isPaperLate = (paper: { readonly state: PaperState; readonly due_on: string }, today: string): boolean =>
  isPaperDue(paper.state) && paper.due_on < today;

/** `meetingDay` is null if the meeting has no date. */
export function defaultDueDay(meetingDay: string | null, today: string): string {
  const wanted = meetingDay === null ? dayAfter(today, 7) : dayAfter(meetingDay, -7);
  return wanted < today ? today : wanted;
}

/** For example, '4 of 6 papers received, 1 late'. */
export function papersSummary(papers: readonly { readonly state: PaperState; readonly is_late: boolean }[]): string {
  const received = papers.filter(({ state }) => state === 'received' || state === 'accepted').length;
  const late = papers.filter(({ is_late: isLate }) => isLate).length;
  return `${received} of ${counted(papers.length, 'paper')} received${late === 0 ? '' : `, ${late} late`}`;
}
