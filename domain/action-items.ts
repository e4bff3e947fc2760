import { dayAfter, daysBetween } from './days.ts';

export const actionStates = ['open', 'in-progress', 'done', 'dropped'] as const;
export type ActionState = (typeof actionStates)[number];

export const actionStateLabels: Readonly<Record<ActionState, string>> = {
  open: 'Open',
  'in-progress': 'In progress',
  done: 'Done',
  dropped: 'Dropped',
};

export const actionTitleCharactersMax = 300;
export const actionNotesCharactersMax = 2_000;

export const isEnded = (state: ActionState): boolean => state === 'done' || state === 'dropped';

const following: Readonly<
  Record<ActionState, { readonly owner: readonly ActionState[]; readonly desk: readonly ActionState[] }>
> = {
  open: { owner: ['in-progress', 'done'], desk: ['dropped'] },
  'in-progress': { owner: ['open', 'done'], desk: ['dropped'] },
  done: { owner: ['open', 'in-progress'], desk: [] },
  dropped: { owner: [], desk: ['open'] },
};

export function statesAfter(
  state: ActionState,
  who: { readonly isOwner: boolean; readonly isDesk: boolean },
): readonly ActionState[] {
  const { owner, desk } = following[state];
  const allowed = [...(who.isOwner || who.isDesk ? owner : []), ...(who.isDesk ? desk : [])];
  return actionStates.filter((each) => allowed.includes(each));
}

/** An action item becomes overdue at 00:00 in the board's time zone on the day after its due date. */
export const isOverdue = (item: { readonly state: ActionState; readonly due_on: string }, today: string): boolean =>
  !isEnded(item.state) && item.due_on < today;

export const overdueRemindersMax = 8;
const overdueEveryDays = 7;

/** Must match the SQL function `gate.action_reminders_due`. */
export function reminderDays(dueOn: string, daysBefore: readonly number[]): readonly string[] {
  const late = Array.from({ length: overdueRemindersMax }, (_, nth) => dayAfter(dueOn, (nth + 1) * overdueEveryDays));
  return [...new Set([...daysBefore.map((days) => dayAfter(dueOn, -days)), ...late])].sort();
}

export const actionSections = ['overdue', 'week', 'later'] as const;
export type ActionSection = (typeof actionSections)[number];

/** The current week ends on Sunday. */
export function sectionOf(dueOn: string, today: string): ActionSection {
  if (dueOn < today) return 'overdue';
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  return daysBetween(today, dueOn) <= 6 - weekday ? 'week' : 'later';
}

export function daysLate(dueOn: string, today: string): number {
  return Math.max(daysBetween(dueOn, today), 0);
}
