import { counted, listed } from './text.ts';

export const agendaPurposes = ['information', 'discussion', 'decision'] as const;
export type AgendaPurpose = (typeof agendaPurposes)[number];

export const agendaPurposeLabels: Readonly<Record<AgendaPurpose, string>> = {
  information: 'For information',
  discussion: 'For discussion',
  decision: 'For decision',
};

export interface AgendaEntry {
  readonly depth: number;
  readonly minutes: number | null;
}

/** Depths are 0 to 2, for numbers such as 1, 1.1 and 1.1.1. */
export const agendaDepthMax = 2;

export interface NumberedAgendaItem<T> {
  readonly item: T;
  readonly number: string;
  readonly lengthMinutes: number;
  readonly offsetMinutes: number | null;
  readonly startsAt: Date | null;
}

const millisecondsPerMinute = 60_000;

/** Sub-items share their parent's time and extend it if they need more. */
export function numberAgenda<T extends AgendaEntry>(
  items: readonly T[],
  start: Date | null,
): readonly NumberedAgendaItem<T>[] {
  const depths = allowedDepths(items);
  const lengths = lengthsOf(items, depths);
  const counters: number[] = [];
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
      startsAt:
        start === null || offsetMinutes === null ? null : new Date(+start + offsetMinutes * millisecondsPerMinute),
    };
  });
}

/** An item is at most one level below the item before it. */
export function allowedDepths(items: readonly { readonly depth: number }[]): readonly number[] {
  let allowed = 0;
  return items.map((item) => {
    const depth = Math.max(0, Math.min(item.depth, allowed, agendaDepthMax));
    allowed = depth + 1;
    return depth;
  });
}

function lengthsOf(items: readonly AgendaEntry[], depths: readonly number[]): readonly number[] {
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

export function agendaMinutes(items: readonly AgendaEntry[]): number {
  const depths = allowedDepths(items);
  return lengthsOf(items, depths).reduce((sum, length, index) => sum + (depths[index] === 0 ? length : 0), 0);
}

export function untimedItemCount(items: readonly AgendaEntry[]): number {
  const depths = allowedDepths(items);
  return lengthsOf(items, depths).filter((length, index) => depths[index] === 0 && length === 0).length;
}

export function agendaEndsAt(items: readonly AgendaEntry[], start: Date): Date {
  return new Date(start.getTime() + agendaMinutes(items) * millisecondsPerMinute);
}

export function durationText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

export function agendaItemCount(items: readonly AgendaEntry[]): number {
  return allowedDepths(items).filter((depth) => depth === 0).length;
}

/** For example, '11 items' or '11 items and 1 sub-item'. */
export function agendaCountText(items: readonly AgendaEntry[]): string {
  const main = items.filter(({ depth }) => depth === 0).length;
  const below = items.length - main;
  return listed([...(main === 0 ? [] : [counted(main, 'item')]), ...(below === 0 ? [] : [counted(below, 'sub-item')])]);
}

/** For example, '4 items, 2 h 25 min'. */
export function agendaSummary(items: readonly AgendaEntry[]): string {
  const minutes = agendaMinutes(items);
  const count = counted(agendaItemCount(items), 'item');
  return minutes === 0 ? count : `${count}, ${durationText(minutes)}`;
}

export const minutesBetween = (from: Date, to: Date): number => (+to - +from) / millisecondsPerMinute;

export const overrunMinutes = (agendaMinutes: number, lengthMinutes: number | null): number =>
  lengthMinutes === null ? 0 : Math.max(0, agendaMinutes - lengthMinutes);

export function agendaContents(items: number, documents: number): string {
  return documents === 0 ? counted(items, 'item') : `${counted(items, 'item')}, ${counted(documents, 'document')}`;
}

/** For example, '2 h 20 min in all' or '2 h 20 min, and 1 item without a duration'. */
export function agendaTotal(items: readonly AgendaEntry[]): string {
  const untimed = untimedItemCount(items);
  const minutes = durationText(agendaMinutes(items));
  return untimed === 0 ? `${minutes} in all` : `${minutes}, and ${counted(untimed, 'item')} without a duration`;
}
