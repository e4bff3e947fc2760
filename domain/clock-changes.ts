import { fromAbsolute } from '@internationalized/date';

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
/** The cache is cleared when it has this many entries, because entries never expire. */
const yearsKeptMax = 2_000;

export interface ClockChange {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

export const offsetAt = (timeZone: string, instant: number): number => fromAbsolute(instant, timeZone).offset;

/** `ends` is exclusive. */
export function clockChanges(
  timeZone: string,
  { begins, ends }: { readonly begins: number; readonly ends: number },
): readonly ClockChange[] {
  const [first, last] = [new Date(begins).getUTCFullYear(), new Date(ends).getUTCFullYear()];
  const years = Array.from({ length: last - first + 1 }, (_, nth) => first + nth);
  return years.flatMap((year) => changesOfYear(timeZone, year)).filter(({ at }) => at >= begins && at < ends);
}

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

/** Searches in steps of a week, because no zone changes its clocks twice in a week. */
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

const yearsBefore = 2;
const yearsAfter = 8;

export function zoneRulesOf(name: string, now: Date): { name: string; since: number[]; offsets: number[] } {
  const year = now.getUTCFullYear();
  const begins = Date.UTC(year - yearsBefore, 0);
  const changes = clockChanges(name, { begins, ends: Date.UTC(year + yearsAfter, 0) });
  const offsets = [offsetAt(name, begins), ...changes.map(({ after }) => after)];
  return {
    name,
    since: [begins, ...changes.map(({ at }) => at)].map((at) => at / 1_000),
    offsets: offsets.map((ms) => Math.round(ms / 60_000)),
  };
}
