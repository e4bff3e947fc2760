import { isoDate } from './dates.ts';
import { dayAfter } from './days.ts';
import { localToInstant } from './local-time.ts';

/** `vote`: a resolution carried in a meeting. `resolution`: a written resolution. */
export const signatureKinds = ['document', 'minutes', 'resolution', 'vote'] as const;
export type SignatureKind = (typeof signatureKinds)[number];

export const signatureStates = ['open', 'complete', 'declined', 'voided', 'expired', 'ended'] as const;
export type SignatureState = (typeof signatureStates)[number];

export const signingMethods = ['passkey', 'password', 'password-code', 'provider'] as const;
export type SigningMethod = (typeof signingMethods)[number];

export const signersMax = 20;
export const daysToSign = { usual: 14, max: 90 } as const;
export const capacityCharactersMax = 100;

export type SealProblem = 'encrypted' | 'damaged' | 'script' | 'xfa' | 'form' | 'attachment' | 'layers' | 'signed';

const sealKeyPattern = /\/DaisSeal\s*\(([\w-]{22,64})\)/g;

/** If a file was sealed twice, returns the id of the last seal. */
export const sealIdIn = (text: string): string | null => [...text.matchAll(sealKeyPattern)].at(-1)?.[1] ?? null;

/** For example, 'b7e041aa 9c35d2f8 …'. */
export const fingerprintText = (sha256: string): string => (sha256.match(/.{1,8}/g) ?? []).join(' ');

export const endOfLastDay = (lastDay: string, timeZone: string): Date =>
  localToInstant({ date: dayAfter(lastDay), time: '00:00' }, timeZone);

export const lastDayOf = (endsAt: Date, timeZone: string): string => isoDate(new Date(+endsAt - 1), timeZone);

const reminderTime = '08:00';

/** Returns the number of days before the deadline, or null if no reminder is due. */
export function dueReminder(
  request: { readonly endsAt: Date; readonly requestedAt: Date; readonly remindedDays: number },
  now: Date,
  timeZone: string,
): 3 | 1 | null {
  const isDue = (days: 3 | 1): boolean => {
    const day = dayAfter(lastDayOf(request.endsAt, timeZone), -days);
    const at = localToInstant({ date: day, time: reminderTime }, timeZone);
    return days < request.remindedDays && at > request.requestedAt && at <= now;
  };
  return ([1, 3] as const).find(isDue) ?? null;
}
