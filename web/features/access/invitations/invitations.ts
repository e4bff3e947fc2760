import type { PendingInvitation } from '#contract/invitations.ts';
import { generalErrors } from '#domain/messages/general.ts';
import { invitationErrorMessage } from '#domain/messages/invitations.ts';
import { invitationLoginErrors, newAccountPasswordErrors } from '#domain/password-rules.ts';
import { counted } from '#domain/text.ts';
import type { FieldError } from '#domain/validation.ts';
import { CallError } from '#web/api/call-error.ts';

export type InvitationMode = 'createAccount' | 'login';

export interface EnteredCredentials {
  readonly email: string;
  readonly password: string;
  readonly confirmation: string;
}

export interface CredentialErrors {
  readonly email: FieldError;
  readonly password: FieldError;
  readonly confirmation: FieldError;
}

export const noCredentialErrors: CredentialErrors = { email: null, password: null, confirmation: null };

export function firstMode(invitation: { readonly account_exists: boolean }): InvitationMode {
  return invitation.account_exists ? 'login' : 'createAccount';
}

export function credentialErrors(mode: InvitationMode, entered: EnteredCredentials): CredentialErrors {
  if (mode === 'login') return { ...noCredentialErrors, ...invitationLoginErrors(entered) };
  return { ...noCredentialErrors, ...newAccountPasswordErrors(entered) };
}

export function hasNoErrors(errors: CredentialErrors): boolean {
  return Object.values(errors).every((error) => error === null);
}

export function redemptionFailure(
  error: unknown,
):
  | { readonly kind: 'fields'; readonly errors: CredentialErrors }
  | { readonly kind: 'message'; readonly message: string } {
  if (!(error instanceof CallError)) return { kind: 'message', message: generalErrors.generic };
  if (error.status === 200) return { kind: 'message', message: error.message };
  const { email = null, password = null, password_confirmation: confirmation = null } = error.fields;
  const errors = { email, password, confirmation };
  if (error.status === 422 && !hasNoErrors(errors)) return { kind: 'fields', errors };
  return { kind: 'message', message: invitationErrorMessage(error.status) };
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
