import { useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { confirmPassword } from '../../../contract/session.ts';
import { signInLabels } from '../../../domain/messages.ts';
import { ownPath } from '../../../domain/own-path.ts';
import { useCall } from '../../api/mutations.ts';
import { useBoard } from '../../api/start.ts';
import { AuthForm, AuthFrame } from '../../shell/auth-frame.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { Cluster } from '../../ui/layout.tsx';
import { signInError } from './sign-in-errors.ts';

/**
 * /user/confirm-password (specification, sections 2, 5 and 8). `next` is where to go once it is confirmed, `back` where
 * Cancel leads; own paths only.
 */
export function ConfirmPasswordPage() {
  const { next, back } = useSearch({ from: '/user/confirm-password' });
  const board = useBoard();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const confirm = useCall(confirmPassword, {
    quiet: true,
    onSuccess: () => {
      setPassword('');
      window.location.replace(ownPath(next));
    },
    onError: (failure) => {
      setPassword('');
      setError(signInError(failure));
      field.current?.focus();
    },
  });
  const isBusy = confirm.isPending || confirm.isSuccess;
  const submit = (): void => {
    if (isBusy) return;
    setError(null);
    if (password === '') field.current?.focus();
    else confirm.mutate({ body: { password } });
  };
  return (
    <AuthFrame board={board} title={signInLabels.confirmPasswordTitle}>
      <AuthForm onSubmit={submit}>
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={setPassword}
          ref={field}
          {...(error === null ? {} : { errorMessage: error })}
        />
        <Cluster>
          <Button type="submit" variant="primary" isPending={isBusy}>
            {signInLabels.confirm}
          </Button>
          <Button isDisabled={isBusy} onPress={() => window.location.replace(ownPath(back ?? next))}>
            {signInLabels.cancel}
          </Button>
        </Cluster>
      </AuthForm>
    </AuthFrame>
  );
}
