import { counted } from './text.ts';

export const firstDays = ['sunday', 'monday', 'saturday'] as const;
export const paperSizes = ['letter', 'a4'] as const;
export type PaperSize = (typeof paperSizes)[number];
export const watermarks = ['off', 'downloads'] as const;
export type Watermark = (typeof watermarks)[number];

export function isBoardColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}

/** Relative luminance (WCAG 2.2), from 0 (black) to 1 (white). */
export function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16)));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** The luminance on which black and white text have equal contrast. */
const evenLuminance = 0.179;

export function onBoardColor(color: string): '#ffffff' | '#000000' {
  return luminance(color) < evenLuminance ? '#ffffff' : '#000000';
}

/** Contrast ratio (WCAG 2.2) from 1 to 21. */
export function contrastRatio(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

/** Minutes before the meeting's start. */
export const reminderLimits = { timesMax: 10, minutesMin: 15, minutesMax: 86_400 } as const;

export const trustDaysMax = 60;

/** Days before a meeting. */
export const briefDays = { proposed: 3, max: 14 } as const;

const minutesOf = { minutes: 1, hours: 60, days: 1440, weeks: 10_080 } as const;
export type ReminderUnit = keyof typeof minutesOf;

/** For example, '2 days before' or '36 hours before'. */
export function reminderText(minutes: number): string {
  const { amount, unit } = reminderParts(minutes);
  return `${counted(amount, unit.slice(0, -1))} before`;
}

export function reminderParts(minutes: number): { readonly amount: number; readonly unit: ReminderUnit } {
  const units = (['weeks', 'days', 'hours', 'minutes'] as const).filter((unit) => minutes % minutesOf[unit] === 0);
  const unit = units[0] ?? 'minutes';
  return { amount: minutes / minutesOf[unit], unit };
}

export const reminderMinutes = (amount: number, unit: ReminderUnit): number => amount * minutesOf[unit];

/** `six-digits`: a passcode of six digits is enough, instead of at least 12 characters. */
export const papersOnDevices = ['allowed', 'six-digits', 'not-allowed'] as const;
export type PapersOnDevices = (typeof papersOnDevices)[number];
