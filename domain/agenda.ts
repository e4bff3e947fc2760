/** An agenda's numbers, clock times and totals (product 4, 'Meetings'). */

/** What the rules read of an item. Items come in reading order; a sub-item has its parent's depth plus one. */
export interface AgendaEntry {
  /** 0 for a main item. */
  readonly depth: number;
  /** Planned length; `null` takes no time. */
  readonly minutes: number | null;
}

/** Levels of items: 1, 1.1, 1.1.1. */
export const agendaDepthMax = 2;

export interface PlacedAgendaItem<T> {
  readonly item: T;
  /** '1', '1.1' */
  readonly number: string;
  /** Minutes after the meeting's start at which the item begins. */
  readonly offsetMinutes: number;
  /** `null` while the meeting has no start. */
  readonly startsAt: Date | null;
}

const millisecondsPerMinute = 60_000;

/**
 * Numbers the items and lets each begin when the one before it ends. A main item's own minutes run before those of
 * its sub-items, so that the times in the margin always add up to the minutes on the rows. An item that is deeper
 * than its predecessor allows is read as that one's sub-item.
 */
export function placeAgenda<T extends AgendaEntry>(
  items: readonly T[],
  start: Date | null,
): readonly PlacedAgendaItem<T>[] {
  const counters: number[] = [];
  let offsetMinutes = 0;
  return items.map((item) => {
    const depth = Math.max(0, Math.min(item.depth, counters.length));
    const count = (counters[depth] ?? 0) + 1;
    counters.splice(depth, counters.length, count);
    const placed = {
      item,
      number: counters.join('.'),
      offsetMinutes,
      startsAt: start === null ? null : new Date(start.getTime() + offsetMinutes * millisecondsPerMinute),
    };
    offsetMinutes += item.minutes ?? 0;
    return placed;
  });
}

export function agendaMinutes(items: readonly AgendaEntry[]): number {
  return items.reduce((sum, item) => sum + (item.minutes ?? 0), 0);
}

/** When the last item ends, which need not be the end of the meeting. */
export function agendaEndsAt(items: readonly AgendaEntry[], start: Date): Date {
  return new Date(start.getTime() + agendaMinutes(items) * millisecondsPerMinute);
}

/** '5 min', '1 h', '2 h 25 min' */
export function durationText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** '4 items, 2 h 25 min'; without the time while no item has minutes. */
export function agendaSummary(items: readonly AgendaEntry[]): string {
  const minutes = agendaMinutes(items);
  const count = counted(items.length, 'item');
  return minutes === 0 ? count : `${count}, ${durationText(minutes)}`;
}

/** '8 items, 11 documents' */
export function agendaContents(items: number, documents: number): string {
  return documents === 0 ? counted(items, 'item') : `${counted(items, 'item')}, ${counted(documents, 'document')}`;
}

/** '2 h 20 min in all' */
export function agendaTotal(items: readonly AgendaEntry[]): string {
  return `${durationText(agendaMinutes(items))} in all`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
