import { counted } from './text.ts';

/** An agenda's numbers, clock times and totals (product 4, 'Meetings'). */

/** What an item is for; null where nobody said. */
export const agendaPurposes = ['information', 'discussion', 'decision'] as const;
export type AgendaPurpose = (typeof agendaPurposes)[number];

export const agendaPurposeLabels: Readonly<Record<AgendaPurpose, string>> = {
  information: 'For information',
  discussion: 'For discussion',
  decision: 'For decision',
};

/** What the rules read of an item. Items come in reading order; a sub-item has its parent's depth plus one. */
export interface AgendaEntry {
  /** 0 for a main item. */
  readonly depth: number;
  /** Planned length; `null` or 0: no time of its own. */
  readonly minutes: number | null;
}

/** Levels of items: 1, 1.1, 1.1.1. */
export const agendaDepthMax = 2;

export interface NumberedAgendaItem<T> {
  readonly item: T;
  /** '1', '1.1' */
  readonly number: string;
  /** Its own minutes or those of its sub-items, whichever is more; 0: no time is planned for it. */
  readonly lengthMinutes: number;
  /** Minutes after the meeting's start at which the item begins; `null` where no time is planned for it. */
  readonly offsetMinutes: number | null;
  /** `null` also while the meeting has no start. */
  readonly startsAt: Date | null;
}

const millisecondsPerMinute = 60_000;

/**
 * Numbers the items and lets each begin when the one before it on its level ends. Sub-items share the time of their
 * parent, from its start on; where they need more than it has, it lasts as long as they do. An item without any minutes
 * begins at no time, so that no time of the clock stands there twice. An item that is deeper than its predecessor
 * allows is read as that one's sub-item.
 */
export function numberAgenda<T extends AgendaEntry>(
  items: readonly T[],
  start: Date | null,
): readonly NumberedAgendaItem<T>[] {
  const depths = allowedDepths(items);
  const lengths = lengthsOf(items, depths);
  const counters: number[] = [];
  /** Per level: where its next item begins. */
  const nextAt: number[] = [0];
  return items.map((item, index) => {
    const depth = depths[index] ?? 0;
    const lengthMinutes = lengths[index] ?? 0;
    counters.splice(depth, counters.length, (counters[depth] ?? 0) + 1);
    const begins = nextAt[depth] ?? 0;
    nextAt.splice(depth, nextAt.length, begins + lengthMinutes, begins);
    const offsetMinutes = lengthMinutes === 0 ? null : begins;
    return {
      item,
      number: counters.join('.'),
      lengthMinutes,
      offsetMinutes,
      startsAt: instantAt(start, offsetMinutes),
    };
  });
}

function instantAt(start: Date | null, offsetMinutes: number | null): Date | null {
  if (start === null || offsetMinutes === null) return null;
  return new Date(start.getTime() + offsetMinutes * millisecondsPerMinute);
}

/** The depth of each item as it is read: at most one more than that of the item before. */
function allowedDepths(items: readonly AgendaEntry[]): readonly number[] {
  let allowed = 0;
  return items.map((item) => {
    const depth = Math.max(0, Math.min(item.depth, allowed));
    allowed = depth + 1;
    return depth;
  });
}

function lengthsOf(items: readonly AgendaEntry[], depths: readonly number[]): readonly number[] {
  /** Per level: the sum of the items since the last one of a higher level, read from the end. */
  const sums: number[] = [];
  const lengths = items.map(() => 0);
  for (let index = items.length - 1; index >= 0; index -= 1) {
    const depth = depths[index] ?? 0;
    const length = Math.max(items[index]?.minutes ?? 0, sums[depth + 1] ?? 0);
    lengths[index] = length;
    sums.splice(depth + 1);
    sums[depth] = (sums[depth] ?? 0) + length;
  }
  return lengths;
}

/** Of the whole agenda; sub-items count within their parents. */
export function agendaMinutes(items: readonly AgendaEntry[]): number {
  const depths = allowedDepths(items);
  return lengthsOf(items, depths).reduce((sum, length, index) => sum + (depths[index] === 0 ? length : 0), 0);
}

/** Whether every main item has a time, so that the end of the last one is known. */
export function isAgendaTimed(items: readonly AgendaEntry[]): boolean {
  const depths = allowedDepths(items);
  return items.length > 0 && lengthsOf(items, depths).every((length, index) => depths[index] !== 0 || length > 0);
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

/** How many items an agenda is said to have: those of the first level, whose parts the others are. */
export function agendaItemCount(items: readonly AgendaEntry[]): number {
  return allowedDepths(items).filter((depth) => depth === 0).length;
}

/** '4 items, 2 h 25 min'; without the time while no item has minutes. */
export function agendaSummary(items: readonly AgendaEntry[]): string {
  const minutes = agendaMinutes(items);
  const count = counted(agendaItemCount(items), 'item');
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
