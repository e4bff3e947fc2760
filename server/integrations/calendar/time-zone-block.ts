import { fromAbsolute } from '@internationalized/date';

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
/** Years of zones that are kept: what a change of the clocks is does not change while the server runs. */
const yearsKeptMax = 2_000;

export interface ClockChange {
  /** The instant, to the second. */
  readonly at: number;
  /** Milliseconds that the wall clock is ahead of UTC. */
  readonly before: number;
  readonly after: number;
}

/** Milliseconds that the zone's wall clock is ahead of UTC. */
export const offsetAt = (timeZone: string, instant: number): number => fromAbsolute(instant, timeZone).offset;

/** Every change of the zone's clocks from `begins` until before `ends`. */
export function clockChanges(
  timeZone: string,
  { begins, ends }: { readonly begins: number; readonly ends: number },
): readonly ClockChange[] {
  const [first, last] = [new Date(begins).getUTCFullYear(), new Date(ends).getUTCFullYear()];
  const years = Array.from({ length: last - first + 1 }, (_, nth) => first + nth);
  return years.flatMap((year) => changesOfYear(timeZone, year)).filter(({ at }) => at >= begins && at < ends);
}

/** Whether the clocks change within two days of an instant; no change is of more than one. */
export const isNearChange = (timeZone: string, instant: number): boolean =>
  clockChanges(timeZone, { begins: instant - 2 * dayMs, ends: instant + 2 * dayMs }).length > 0;

const keptYears = new Map<string, readonly ClockChange[]>();

function changesOfYear(timeZone: string, year: number): readonly ClockChange[] {
  const key = `${timeZone} ${year}`;
  const kept = keptYears.get(key);
  if (kept !== undefined) return kept;
  if (keptYears.size >= yearsKeptMax) keptYears.clear();
  const found = findChanges(timeZone, { begins: Date.UTC(year, 0), ends: Date.UTC(year + 1, 0) });
  keptYears.set(key, found);
  return found;
}

/** Looks once a week, then halves until the second is known; no zone changes twice within a week. */
function findChanges(
  timeZone: string,
  span: { readonly begins: number; readonly ends: number },
): readonly ClockChange[] {
  const found: ClockChange[] = [];
  for (let start = span.begins; start < span.ends; start += weekMs) {
    let [low, high] = [start, Math.min(start + weekMs, span.ends)];
    const [before, after] = [offsetAt(timeZone, low), offsetAt(timeZone, high)];
    if (before === after) continue;
    while (high - low > 1_000) {
      const middle = Math.floor((low + high) / 2);
      if (offsetAt(timeZone, middle) === before) low = middle;
      else high = middle;
    }
    found.push({ at: Math.floor(high / 1_000) * 1_000, before, after });
  }
  return found;
}

const yearMs = 366 * 86_400_000;

/**
 * A VTIMEZONE (RFC 5545, section 3.6.5) with every change of the clocks within a year of `from` and of `to`, each written
 * out. It is made from the same data as the wall-clock times beside it, so that the two never disagree. What lies further
 * from both is in nobody's way, and a span of centuries costs no more than a day; unless it `isWhole`, with meetings all along.
 */
export function timeZoneBlock(
  timeZone: string,
  span: { readonly from: Date; readonly to: Date; readonly isWhole?: boolean },
): string {
  const observances = stretches(span).flatMap(({ begins, ends }) => {
    const offset = offsetAt(timeZone, begins);
    return [{ at: begins, before: offset, after: offset }, ...clockChanges(timeZone, { begins, ends })];
  });
  const standard = Math.min(...observances.map((observance) => observance.after));
  const lines = observances.flatMap(({ at, before, after }) => {
    const kind = after > standard ? 'DAYLIGHT' : 'STANDARD';
    return [
      `BEGIN:${kind}`,
      // The wall clock's reading as the change comes, by the offset that ends.
      `DTSTART:${compact(new Date(at + before))}`,
      `TZOFFSETFROM:${offsetText(before)}`,
      `TZOFFSETTO:${offsetText(after)}`,
      `END:${kind}`,
    ];
  });
  return ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...lines, 'END:VTIMEZONE'].join('\r\n');
}

interface Stretch {
  readonly begins: number;
  readonly ends: number;
}

/** The years around both ends, as one where they meet. */
function stretches(span: { readonly from: Date; readonly to: Date; readonly isWhole?: boolean }): readonly Stretch[] {
  const [from, to] = [span.from.getTime(), span.to.getTime()];
  if (span.isWhole || to - from <= 2 * yearMs) return [{ begins: from - yearMs, ends: to + yearMs }];
  return [
    { begins: from - yearMs, ends: from + yearMs },
    { begins: to - yearMs, ends: to + yearMs },
  ];
}

/** '-0400'; zones of our time differ by whole minutes. */
function offsetText(offsetMs: number): string {
  const minutes = Math.round(Math.abs(offsetMs) / 60_000);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
}

/** '20261119T093000' */
const compact = (date: Date): string => date.toISOString().slice(0, 19).replace(/[-:]/g, '');
