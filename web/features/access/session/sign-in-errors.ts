import { useState } from 'react';
import type { FieldErrors, FieldValues, ResolverResult } from 'react-hook-form';
import { generalErrors } from '#domain/messages/general.ts';
import { loginErrorMessage } from '#domain/messages/sign-in.ts';
import { CallError } from '#web/api/call-error.ts';
import { PasskeyError } from '#web/api/passkeys.ts';
import { useTimeout } from '#web/ui/use-timeout.ts';

export function signInError(error: unknown): string {
  if (error instanceof PasskeyError) return error.message;
  if (!(error instanceof CallError)) return generalErrors.generic;
  return error.status === 200 ? error.message : loginErrorMessage(error.status);
}

/** A password that consists of spaces counts as filled in. */
export function emptyCredential(typed: {
  readonly email: string;
  readonly password: string;
}): 'email' | 'password' | null {
  if (typed.email.trim() === '') return 'email';
  return typed.password === '' ? 'password' : null;
}

export function holdAtEmpty<Values extends FieldValues>(
  values: Values,
  empty: keyof Values | null,
): ResolverResult<Values> {
  if (empty === null) return { values, errors: {} };
  return { values: {}, errors: { [empty]: { type: 'required' } } as FieldErrors<Values> };
}

export function usePassingError(
  milliseconds: number,
): readonly [shown: string | null, show: (message: string) => void, hide: () => void] {
  const [error, setError] = useState<{ readonly message: string } | null>(null);
  useTimeout(() => setError(null), error === null ? null : milliseconds, error);
  return [error?.message ?? null, (message) => setError({ message }), () => setError(null)];
}
