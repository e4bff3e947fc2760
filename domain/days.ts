/** Calendar days are 'yyyy-MM-dd', in years 1 to 9999, without a time zone. */

const dayMs = 86_400_000;
const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export function isLocalDate(value: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (!match || match[1] === '0000') return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** `days` may be negative. Throws RangeError for an invalid day. */
export function dayAfter(day: string, days = 1): string {
  refuseInvalid(day);
  return dayOf(timeOf(day) + days * dayMs);
}

/** Returns the last day of the month if the month is too short. */
export function monthsAfter(day: string, months: number): string {
  refuseInvalid(day);
  const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + months);
  const last = new Date(first);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  first.setUTCDate(Math.min(Number(day.slice(8)), last.getUTCDate()));
  return dayOf(first.getTime());
}

export function daysBetween(from: string, until: string): number {
  return (timeOf(until) - timeOf(from)) / dayMs;
}

function refuseInvalid(day: string): void {
  if (!isLocalDate(day)) throw new RangeError(`not a date: ${day}`);
}
