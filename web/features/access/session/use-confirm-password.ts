import { type RefObject, useRef, useState } from 'react';
import { confirmPassword } from '#contract/session.ts';
import { timings } from '#domain/timings.ts';
import { useCall } from '#web/api/mutations.ts';
import { usePassingError } from './login-page.tsx';
import { signInError } from './sign-in-errors.ts';

interface ConfirmPassword {
  /** For the `PasswordField`. */
  readonly field: {
    readonly value: string;
    readonly onChange: (password: string) => void;
    readonly ref: RefObject<HTMLInputElement | null>;
    readonly errorMessage?: string;
  };
  readonly isBusy: boolean;
  readonly submit: () => void;
}

/** The confirmation of the password (specification, sections 5 and 8), on its page and over others. */
export function useConfirmPassword(onConfirmed: () => void): ConfirmPassword {
  const [password, setPassword] = useState('');
  const [error, showError, hideError] = usePassingError(timings.loginErrorShown);
  const ref = useRef<HTMLInputElement>(null);
  const confirm = useCall(confirmPassword, {
    quiet: true,
    onSuccess: () => {
      setPassword('');
      onConfirmed();
    },
    onError: (failure) => {
      setPassword('');
      showError(signInError(failure));
      ref.current?.focus();
    },
  });
  const isBusy = confirm.isPending || confirm.isSuccess;
  const submit = (): void => {
    if (isBusy) return;
    hideError();
    if (password === '') ref.current?.focus();
    else confirm.mutate({ body: { password } });
  };
  const field = { value: password, onChange: setPassword, ref, ...(error === null ? {} : { errorMessage: error }) };
  return { field, isBusy, submit };
}
