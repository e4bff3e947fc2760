import { validationMessages } from './messages/general.ts';
import { characterCount, emailError, type FieldError, requiredError } from './validation.ts';

/** Characters (specification 9). Both ends are allowed. */
const passwordCharactersMin = 10;
const passwordCharactersMax = 90;

/** The rule for a password wherever one is set after the account exists (specification 5). */
export function passwordError(password: string): FieldError {
  const count = characterCount(password);
  if (count < passwordCharactersMin) return validationMessages.passwordTooShort;
  return count > passwordCharactersMax ? validationMessages.passwordTooLong : null;
}

/** Account creation words the minimum in its own way (specification 5). */
export function newAccountPasswordError(password: string): FieldError {
  return characterCount(password) < passwordCharactersMin
    ? validationMessages.newPasswordTooShort
    : passwordError(password);
}

export interface NewPassword {
  readonly password: string;
  readonly confirmation: string;
}

/** Account creation asks for the password twice (specification 5). */
export function newAccountPasswordErrors(entered: NewPassword): {
  readonly password: FieldError;
  readonly confirmation: FieldError;
} {
  return {
    password: newAccountPasswordError(entered.password),
    confirmation: confirmationError(entered),
  };
}

/** Spaces are characters of a password, so a confirmation of spaces is not an empty one. */
export function confirmationError({ password, confirmation }: NewPassword): FieldError {
  if (confirmation === '') return validationMessages.required;
  return password === confirmation ? null : validationMessages.passwordsDiffer;
}

/** Login: both must be there; no message is shown (specification 5). */
export function isLoginFilled(entered: { readonly email: string; readonly password: string }): boolean {
  return entered.email.trim() !== '' && entered.password !== '';
}

/** Invitation in login mode: email and password are required (specification 5). */
export function invitationLoginErrors(entered: { readonly email: string; readonly password: string }): {
  readonly email: FieldError;
  readonly password: FieldError;
} {
  return {
    email: requiredError(entered.email) ?? emailError(entered.email),
    password: entered.password === '' ? validationMessages.required : null,
  };
}
