import { counted } from './counted.ts';

/** When members who have not answered are reminded of a meeting, in minutes before its start. */
export const reminderLimits = { timesMax: 10, minutesMin: 15, /** 60 days. */ minutesMax: 86_400 } as const;

const minutesOf = { minutes: 1, hours: 60, days: 1440, weeks: 10_080 } as const;
export type ReminderUnit = keyof typeof minutesOf;

/** `2 days before`, `36 hours before`: in the largest unit that leaves nothing over. */
export function reminderWords(minutes: number): string {
  const { amount, unit } = reminderParts(minutes);
  return `${counted(amount, unit.slice(0, -1))} before`;
}

export function reminderParts(minutes: number): { readonly amount: number; readonly unit: ReminderUnit } {
  const units = (['weeks', 'days', 'hours', 'minutes'] as const).filter((unit) => minutes % minutesOf[unit] === 0);
  const unit = units[0] ?? 'minutes';
  return { amount: minutes / minutesOf[unit], unit };
}

export const reminderMinutes = (amount: number, unit: ReminderUnit): number => amount * minutesOf[unit];
