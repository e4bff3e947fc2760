import { fromAbsolute } from '@internationalized/date';

const weekMs = 7 * 86_400_000;
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
  const offsetAt = (instant: number): number => fromAbsolute(instant, timeZone).offset;
  const observances = stretches(span).flatMap(({ begins, ends }) => {
    const first = { at: begins, before: offsetAt(begins), after: offsetAt(begins) };
    return [first, ...clockChanges(offsetAt, { begins, ends })];
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

interface ClockChange {
  readonly at: number;
  /** Milliseconds that the wall clock is ahead of UTC. */
  readonly before: number;
  readonly after: number;
}

/** Looks once a week, then halves until the second is known; no zone changes twice within a week. */
function clockChanges(offsetAt: (instant: number) => number, span: Stretch): readonly ClockChange[] {
  const found: ClockChange[] = [];
  for (let start = span.begins; start < span.ends; start += weekMs) {
    const before = offsetAt(start);
    const after = offsetAt(start + weekMs);
    if (before === after) continue;
    let low = start;
    let high = start + weekMs;
    while (high - low > 1_000) {
      const middle = Math.floor((low + high) / 2);
      if (offsetAt(middle) === before) low = middle;
      else high = middle;
    }
    found.push({ at: Math.floor(high / 1_000) * 1_000, before, after });
  }
  return found;
}

/** '-0400'; zones of our time differ by whole minutes. */
function offsetText(offsetMs: number): string {
  const minutes = Math.round(Math.abs(offsetMs) / 60_000);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
}

/** '20261119T093000' */
const compact = (date: Date): string => date.toISOString().slice(0, 19).replace(/[-:]/g, '');
