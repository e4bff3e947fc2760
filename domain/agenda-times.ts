const minuteUnit = String.raw`(?:min(?:ut\p{L}*|s)?|mn|мин\p{L}*|хв\p{L}*|λεπτ\p{L}*|perc|dk|dakika|phút|menit|นาที|मिनट|دقيق\p{L}*|דק\p{L}*|分(?:钟|鐘|間)?|분)(?!\p{L})\.?`;
const hourUnit = String.raw`(?:h(?:rs?|ours?)?|std|stunden?|heures?|horas?|or[ae]|uur|tim(?:me|er)?|godz|час\p{L}*|小时|小時|時間|시간)(?!\p{L})\.?`;
const minutesMax = 1_440;
/** A larger number in brackets without a unit is treated as a year or an amount. */
const bracketedMinutesMax = 600;

/** For example, '20 min', '20分', '1 h', '1h30' and '1.5 hours'. */
const duration = String.raw`(?:(\d{1,3})\s?${minuteUnit}|(\d{1,2}(?:[.,]\d)?)\s?(?:h\s?(?=\d)|${hourUnit})\s?(?:(\d{1,2})(?:\s?${minuteUnit})?)?)`;

const inBounds = (minutes: number): number | null => (minutes >= 1 && minutes <= minutesMax ? minutes : null);

function minutesOf([, minutes, hours = '', more = '0']: RegExpExecArray): number | null {
  if (minutes !== undefined) return inBounds(Number(minutes));
  return inBounds(Math.round(Number(hours.replace(',', '.')) * 60) + Number(more));
}

const wholeDuration = new RegExp(`^${duration}$`, 'iu');
const bareMinutes = /^(\d{1,3})['’′]?$/u;

export function readDuration(text: string): number | null {
  const plain = text.normalize('NFKC').trim();
  const found = bareMinutes.exec(plain) ?? wholeDuration.exec(plain);
  return found && minutesOf(found);
}

/** '10m' means minutes only after a punctuation mark, because 'Loan of 10m' is an amount. */
const minutesAtEnd =
  /[\s,]*[([（［]?\s*(?<![\p{L}\d.])(\d{1,3})(?:(?<=[,([（–—-]\s*\d{1,3})\s?m|\s?['’′](?<!(?:^|\s)['‘].*.))[)\]）］]?$/iu;
const wordedAtEnd = new RegExp(
  String.raw`(?:[\s,]*[([（［]\s*|[\s,;:|/–—-]*(?<![\p{L}\d.,]|\d[-–])(?=\d+\s?${minuteUnit})|[,;:|/–—-]\s+)${duration}\s*[)\]）］]?$`,
  'iu',
);
const bareInBrackets = /(?:\s+\(|\s*（)(\d{1,3})[)）]$/u;

export function minutesAtEndOf(text: string): { readonly title: string; readonly minutes: number } | null {
  const bare = bareInBrackets.exec(text);
  const found = wordedAtEnd.exec(text) ?? minutesAtEnd.exec(text) ?? bare;
  if (found === null || found.index === 0) return null;
  if (/[)\]）］]$/u.test(found[0]) && !/[([（［]/u.test(found[0])) return null;
  const minutes = minutesOf(found);
  if (found === bare && Number(bare?.[1]) > bracketedMinutesMax) return null;
  const title = text.slice(0, found.index).replace(/(?:\s+[-–—]|\s*[;:|/]|\s*\.{2,}|\s*…)\s*$/u, '');
  return title === '' || minutes === null ? null : { title, minutes };
}

const clockWord = String.raw`\s?(?:[ap]\.?m\b\.?|uhr)(?!\p{L})`;
const clock = String.raw`(\d{1,2})(?:(?:[:h]|\.(?=\d\d${clockWord}))([0-5]\d)(?:${clockWord}|\s?h\b)?|${clockWord})`;
const clockAtBeginning = new RegExp(
  String.raw`^${clock}(?:\s?(?:[-–—]|to|bis|à|a)\s?${clock})?(?:\s*[-–—:|]\s+|\s+|$)`,
  'iu',
);

/** Minutes after midnight. */
export interface ClockTimes {
  readonly start: number;
  readonly end: number | null;
}

/** For example, '10:00 Welcome' and '9.30 am – 10.15 am: Finance'. */
export function clockTimesOf(text: string): (ClockTimes & { readonly rest: string }) | null {
  const [whole = '', hour, minute, endHour, endMinute] = clockAtBeginning.exec(text.trim()) ?? [];
  if (hour === undefined || Number(hour) > 24) return null;
  const at = (hours: string, minutes = '0'): number => Number(hours) * 60 + Number(minutes);
  return {
    start: at(hour, minute),
    end: endHour === undefined ? null : at(endHour, endMinute),
    rest: text.trim().slice(whole.length),
  };
}

/** Minutes. If an item would last longer, the times are treated as wrong. */
const longestItem = 600;

export function withMinutesByClock<T extends { readonly minutes: number | null }>(
  items: readonly T[],
  times: readonly (ClockTimes | null)[],
): readonly T[] {
  return items.map((item, index) => {
    const own = times[index];
    const next = times.slice(index + 1).find((each) => each !== null);
    const end = own?.end ?? next?.start;
    if (item.minutes !== null || !own || end === undefined) return item;
    // Adds 12 hours if the end is before the start, as in '11:30 – 1:00'.
    const minutes = end < own.start ? end - own.start + 720 : end - own.start;
    return minutes > 0 && minutes <= longestItem ? { ...item, minutes } : item;
  });
}
