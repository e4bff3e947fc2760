import type { PendingInvitation } from '#contract/invitations.ts';
import { invitationErrorMessage } from '#domain/messages/invitations.ts';
import { invitationLoginErrors, newAccountPasswordErrors } from '#domain/password-rules.ts';
import { counted } from '#domain/text.ts';
import type { FieldError } from '#domain/validation.ts';
import type { CallError } from '#web/api/call-error.ts';

export type InvitationMode = 'createAccount' | 'login';

export interface EnteredCredentials {
  readonly email: string;
  readonly password: string;
  readonly confirmation: string;
}

export function firstMode(invitation: { readonly account_exists: boolean }): InvitationMode {
  return invitation.account_exists ? 'login' : 'createAccount';
}

export function credentialErrors(
  mode: InvitationMode,
  entered: EnteredCredentials,
): Readonly<Partial<Record<keyof EnteredCredentials, FieldError>>> {
  return mode === 'login' ? invitationLoginErrors(entered) : newAccountPasswordErrors(entered);
}

/** Returns null if the form shows the error at its fields. */
export function redemptionMessage({ status, message, fields }: CallError): string | null {
  if (status === 200) return message;
  const isShown = ['email', 'password', 'password_confirmation'].some((field) => fields[field] !== undefined);
  return status === 422 && isShown ? null : invitationErrorMessage(status);
}

export function invitedText(count: number): string {
  return `${counted(count, 'person', 'people')} ${count === 1 ? 'was' : 'were'} invited.`;
}

export function readyText(ready: number, lines: number): string {
  return `${ready} of ${counted(lines, 'line')} ready`;
}

export function mailStatus({ state, reason }: PendingInvitation['mail']): string {
  if (state === 'sent') return 'Email sent';
  if (state === 'queued') return 'Email is being sent';
  if (state === 'waiting') return `Email not delivered yet, trying again: ${reason ?? ''}`;
  return `Email not delivered: ${reason ?? 'no reason was given'}`;
}
