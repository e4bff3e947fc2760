import { validationMessages } from './messages/general.ts';
import { characterCount, emailError, type FieldError, requiredError } from './validation.ts';

const passwordCharactersMin = 10;
const passwordCharactersMax = 90;

export function passwordError(password: string): FieldError {
  const count = characterCount(password);
  if (count < passwordCharactersMin) return validationMessages.passwordTooShort;
  return count > passwordCharactersMax ? validationMessages.passwordTooLong : null;
}

export function newAccountPasswordError(password: string): FieldError {
  return characterCount(password) < passwordCharactersMin
    ? validationMessages.newPasswordTooShort
    : passwordError(password);
}

export interface NewPassword {
  readonly password: string;
  readonly confirmation: string;
}

export function newAccountPasswordErrors(entered: NewPassword): {
  readonly password: FieldError;
  readonly confirmation: FieldError;
} {
  return {
    password: newAccountPasswordError(entered.password),
    confirmation: confirmationError(entered),
  };
}

/** Does not trim, because spaces are part of a password. */
export function confirmationError({ password, confirmation }: NewPassword): FieldError {
  if (confirmation === '') return validationMessages.required;
  return password === confirmation ? null : validationMessages.passwordsDiffer;
}

export function invitationLoginErrors(entered: { readonly email: string; readonly password: string }): {
  readonly email: FieldError;
  readonly password: FieldError;
} {
  return {
    email: requiredError(entered.email) ?? emailError(entered.email),
    password: entered.password === '' ? validationMessages.required : null,
  };
}
