export interface ZoneRules {
  readonly name: string;
  readonly since: readonly number[];
  readonly offsets: readonly number[];
}

const adopted = new Map<string, ZoneRules>();

const monthSeconds = 30 * 86_400;
const monthsCompared = 120;

export function adoptZoneRules(rules: ZoneRules): void {
  const [begins = 0] = rules.since;
  const months = Array.from({ length: monthsCompared }, (_, nth) => begins + nth * monthSeconds);
  if (isTimeZone(rules.name) && hasRules(rules, [...rules.since, ...months])) adopted.delete(rules.name);
  else adopted.set(rules.name, rules);
}

function hasRules(rules: ZoneRules, instants: readonly number[]): boolean {
  const options = { timeZone: rules.name, hourCycle: 'h23', dateStyle: 'short', timeStyle: 'medium' } as const;
  const own = new Intl.DateTimeFormat('sv-SE', options);
  return instants.every((at) => {
    const shown = Date.parse(`${own.format(at * 1_000).replace(' ', 'T')}Z`) / 1_000;
    return Math.round((shown - at) / 60) === offsetBy(rules, at);
  });
}

function offsetBy({ since, offsets }: ZoneRules, at: number): number {
  const nth = since.findLastIndex((from) => from <= at);
  return offsets[Math.max(nth, 0)] ?? 0;
}

export function zoneAt(at: Date, timeZone: string): string {
  const rules = adopted.get(timeZone);
  if (rules === undefined) return shownZone(timeZone);
  const minutes = offsetBy(rules, at.getTime() / 1_000);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
}

export const isKnownZone = (name: string): boolean => adopted.has(name) || isTimeZone(name);

/** Returns UTC for an unknown name. */
export const shownZone = (name: string): string => (isTimeZone(name) ? name : 'UTC');

const timeZonesMax = 1_000;
const timeZones = new Set<string>();

/** Accepts IANA names in any case, but no offsets such as '+02:00'. */
export function isTimeZone(name: string): boolean {
  if (timeZones.has(name)) return true;
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    // Cached below, because this check is slow and runs for every formatted time.
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    if (timeZones.size < timeZonesMax) timeZones.add(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
