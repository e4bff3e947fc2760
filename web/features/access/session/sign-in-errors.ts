import { generalErrors } from '#domain/messages/general.ts';
import { loginErrorMessage } from '#domain/messages/sign-in.ts';
import { CallError } from '#web/api/call-error.ts';

/** What login says of a failure (specification, section 8). A refusal by the product's rules is shown as it is. */
export function signInError(error: unknown): string {
  if (!(error instanceof CallError)) return generalErrors.generic;
  return error.status === 200 ? error.message : loginErrorMessage(error.status);
}
