import { useSearch } from '@tanstack/react-router';
import { signInLabels } from '#domain/messages.ts';
import { ownPath } from '#domain/own-path.ts';
import { useBoard } from '#web/api/start.ts';
import { AuthForm, AuthFrame } from '#web/shell/auth-frame.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { Cluster } from '#web/ui/layout.tsx';
import { useConfirmPassword } from './use-confirm-password.ts';

/**
 * /user/confirm-password (specification, sections 2, 5 and 8). `next` is where to go once it is confirmed, `back` where
 * Cancel leads; own paths only.
 */
export function ConfirmPasswordPage() {
  const { next, back } = useSearch({ from: '/user/confirm-password' });
  const board = useBoard();
  const { field, isBusy, submit } = useConfirmPassword(() => window.location.replace(ownPath(next)));
  return (
    <AuthFrame board={board} title={signInLabels.confirmPasswordTitle}>
      <AuthForm onSubmit={submit}>
        <PasswordField label="Password" name="password" autoComplete="current-password" autoFocus {...field} />
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
