import type { PendingInvitation } from '#contract/invitations.ts';
import { counted } from '#domain/counted.ts';

/** '1 person is invited.' */
export function invitedWords(count: number): string {
  return `${counted(count, 'person', 'people')} ${count === 1 ? 'is' : 'are'} invited.`;
}

/** '3 ready of 6 lines' */
export function readyWords(ready: number, lines: number): string {
  return `${ready} ready of ${counted(lines, 'line')}`;
}

/** What became of the message, in a few words. */
export function mailWords({ state, reason }: PendingInvitation['mail']): string {
  if (state === 'sent') return 'Email sent';
  if (state === 'queued') return 'Email is on its way';
  if (state === 'waiting') return `Email not delivered yet, trying again: ${reason ?? ''}`;
  return `Email not delivered: ${reason ?? 'no reason was given'}`;
}
