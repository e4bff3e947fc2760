import { clockChanges, offsetAt } from '#domain/clock-changes.ts';

const yearMs = 366 * 86_400_000;

/** Returns a VTIMEZONE (RFC 5545, section 3.6.5). */
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

function stretches(span: { readonly from: Date; readonly to: Date; readonly isWhole?: boolean }): readonly Stretch[] {
  const [from, to] = [span.from.getTime(), span.to.getTime()];
  if (span.isWhole || to - from <= 2 * yearMs) return [{ begins: from - yearMs, ends: to + yearMs }];
  return [
    { begins: from - yearMs, ends: from + yearMs },
    { begins: to - yearMs, ends: to + yearMs },
  ];
}

function offsetText(offsetMs: number): string {
  const minutes = Math.round(Math.abs(offsetMs) / 60_000);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
}

const compact = (date: Date): string => date.toISOString().slice(0, 19).replace(/[-:]/g, '');
