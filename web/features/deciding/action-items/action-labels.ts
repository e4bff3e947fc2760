import type { ActionItem } from '#contract/action-items.ts';
import { type ActionSection, type ActionState, actionStateLabels, isEnded, sectionOf } from '#domain/action-items.ts';
import { formatShortDay } from '#domain/dates.ts';
import { actionLabels } from '#domain/messages/deciding.ts';

const weekdayFormat = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' });

export const dayText = (day: string, today: string): string =>
  formatShortDay(day, { withYear: day.slice(0, 4) !== today.slice(0, 4) });

export const weekdayText = (day: string): string => weekdayFormat.format(new Date(`${day}T12:00:00Z`));

export const bodyName = (body: { readonly name: string }): string => body.name || actionLabels.wholeBoard;

export function placeText({ meeting, body }: Pick<ActionItem, 'meeting' | 'body'>): string {
  if (meeting === null) return body === null ? '' : bodyName(body);
  return meeting.agenda_number === null ? meeting.title : `${meeting.title}, item ${meeting.agenda_number}`;
}

export type ShownSection = ActionSection | 'done' | 'dropped';

export const sectionTitles: Readonly<Record<ShownSection, string>> = {
  overdue: actionLabels.overdue,
  week: actionLabels.week,
  later: actionLabels.later,
  done: actionLabels.doneLately,
  dropped: actionLabels.dropped,
};

export function sectionsOf(
  items: readonly ActionItem[],
  today: string,
): readonly { readonly section: ShownSection; readonly items: readonly ActionItem[] }[] {
  const by = Map.groupBy(items, (item): ShownSection => {
    if (item.state === 'done' || item.state === 'dropped') return item.state;
    return sectionOf(item.due_on, today);
  });
  return (['overdue', 'week', 'later', 'done', 'dropped'] as const).flatMap((section) => {
    const of = by.get(section) ?? [];
    return of.length === 0 ? [] : [{ section, items: of }];
  });
}

export function countText(items: readonly ActionItem[], today: string): string {
  const open = items.filter(({ state }) => !isEnded(state));
  const late = open.filter(({ due_on }) => due_on < today).length;
  return late === 0 ? `${open.length} open` : `${open.length} open, ${late} overdue`;
}

export const stateOptions = (item: Pick<ActionItem, 'state' | 'can'>) =>
  [item.state, ...item.can.states].map((value: ActionState) => ({ value, label: actionStateLabels[value] }));
