import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dayAfter } from '#domain/days.ts';
import { instantToLocal, localToInstant } from '#domain/local-time.ts';

interface Place {
  readonly today: Date;
  readonly timeZone: string;
}

const minuteMs = 60_000;
const fiveMinutes = 5 * minuteMs;
const dayMs = 86_400_000;

/**
 * In the file, `{month 5}` stands for the name of the month five days from today, and `@-3.5` for the time three and a
 * half days ago.
 */
export async function readContent<T>(name: string, place: Place): Promise<T> {
  const text = await readFile(join(import.meta.dirname, 'content', name), 'utf8');
  return JSON.parse(text, (_key, value: unknown) => (typeof value === 'string' ? dated(value, place) : value)) as T;
}

function dated(text: string, place: Place): string | Date {
  if (text.startsWith('@')) return instantOf(text.slice(1), place);
  return text.replaceAll(/\{(month|day|year) (-?\d+)\}/g, (_, unit: string, count: string) => {
    const { today, timeZone } = place;
    if (unit === 'year') return String(today.getUTCFullYear() + Number(count));
    const day = boardTime(place, { days: Number(count), time: '09:30', onWorkday: true });
    if (unit === 'month') return new Intl.DateTimeFormat('en-CA', { month: 'long', timeZone }).format(day);
    return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(day);
  });
}

function instantOf(text: string, place: Place): Date {
  const [count = '', time, workday] = text.split(' ');
  const now = place.today.getTime();
  if (count.endsWith('min')) {
    const at = now + Number.parseInt(count, 10) * minuteMs;
    return new Date(count.startsWith('-') ? at : Math.ceil(at / fiveMinutes) * fiveMinutes);
  }
  if (time === undefined) return new Date(now + Number(count) * dayMs);
  return boardTime(place, { days: Number(count), time, onWorkday: workday === 'workday' });
}

function boardTime(
  { today, timeZone }: Place,
  { days, time, onWorkday }: { readonly days: number; readonly time: string; readonly onWorkday: boolean },
): Date {
  const date = dayAfter(instantToLocal(today, timeZone).date, days);
  const weekday = new Date(date).getUTCDay();
  const moved = weekday === 6 ? 2 : weekday === 0 ? 1 : 0;
  return localToInstant({ date: onWorkday ? dayAfter(date, moved) : date, time }, timeZone);
}
