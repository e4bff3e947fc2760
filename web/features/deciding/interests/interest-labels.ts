import type { InterestHolder, OwnConfirmation } from '#contract/interests.ts';
import { formatListDate } from '#domain/dates.ts';

export function statusOf(person: Pick<InterestHolder, 'status' | 'is_removed'>): string | undefined {
  if (person.is_removed) return 'No longer on the board';
  if (person.status === 'invited') return 'Not joined yet';
  return person.status === 'inactive' ? 'Inactive' : undefined;
}

export const dayOf = (confirmedAt: string | null, format: (at: string) => string): string =>
  confirmedAt === null ? 'Not confirmed yet' : `Confirmed ${format(confirmedAt)}`;

export function confirmationTexts(
  { confirmed_at: confirmedAt, until, months }: OwnConfirmation,
  timeZone: string,
): { readonly duty: string; readonly last: string } {
  const duty =
    months === 0
      ? 'You can confirm that your list is complete.'
      : `Confirm ${rhythmOf(months)} that your list is complete.`;
  if (confirmedAt === null) return { duty, last: 'Not confirmed yet.' };
  const last = `Last confirmed on ${formatListDate(confirmedAt, timeZone)}`;
  if (until === null) return { duty, last: `${last}.` };
  const again = formatListDate(until, 'UTC');
  return { duty, last: `${last}. Confirm again by ${again}.` };
}

function rhythmOf(months: number): string {
  if (months === 12) return 'once a year';
  return months === 1 ? 'every month' : `every ${months} months`;
}
