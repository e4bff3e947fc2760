import { type ParsedLocation, useRouter, useSearch } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { confirmPassword } from '#contract/session.ts';
import { signInLabels } from '#domain/messages/sign-in.ts';
import { ownPath } from '#domain/paths.ts';
import { timings } from '#domain/timings.ts';
import { useCall } from '#web/api/mutations.ts';
import { passwordRequest } from '#web/api/next-step.ts';
import { useBoard } from '#web/api/start.ts';
import { AuthForm, AuthFrame } from '#web/shell/auth-frame.tsx';
import { usePageTitle } from '#web/shell/page-title.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { Cluster } from '#web/ui/layout.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { usePassingError } from './login-page.tsx';
import { signInError } from './sign-in-errors.ts';

/**
 * Asks for the password over the page whose act needs it, under the address of the page that does so alone: a reload shows
 * that one. The act waits, and goes on once the password is confirmed.
 */
export function ConfirmPasswordOverlay() {
  const router = useRouter();
  const { confirm: isInAddress } = useSearch({ strict: false });
  const wasInAddress = useRef(false);
  const pageBefore = useRef<ParsedLocation | null>(null);
  usePageTitle(signInLabels.confirmPasswordTitle);
  // An effect, because the address is the page's.
  useEffect(() => {
    // Once, though effects may run again: by then the address may be this overlay's own.
    if (pageBefore.current !== null) return;
    const { location } = router.state;
    // A person over a page stands under an address of their own.
    const shown = location.maskedLocation ?? location;
    pageBefore.current = location;
    void router.navigate({
      to: '.',
      search: (before) => ({ ...before, confirm: '1' }),
      mask: { to: '/user/confirm-password', search: { next: shown.href }, unmaskOnReload: true },
      replace: true,
      resetScroll: false,
    });
  }, [router]);
  // An effect, because Back and other navigations begin anywhere. Whoever leaves has not confirmed.
  useEffect(() => {
    if (isInAddress !== undefined) wasInAddress.current = true;
    else if (wasInAddress.current) passwordRequest.get()?.(false);
  }, [isInAddress]);
  const leave = async (isConfirmed: boolean): Promise<void> => {
    // Before the address changes, which by itself means that nothing was confirmed.
    passwordRequest.get()?.(isConfirmed);
    const masked = pageBefore.current?.maskedLocation;
    await router.navigate({
      to: '.',
      search: ({ confirm: _, ...before }) => before,
      ...(masked === undefined ? {} : { mask: { to: masked.pathname, search: masked.search, unmaskOnReload: true } }),
      replace: true,
      resetScroll: false,
    });
  };
  const { field, isBusy, submit } = useConfirmPassword(() => void leave(true));
  return (
    <FormDialog
      isOpen
      onClose={() => void leave(false)}
      title={signInLabels.confirmPasswordTitle}
      submitLabel={signInLabels.confirm}
      isPending={isBusy}
      onSubmit={submit}
    >
      <PasswordField label="Password" name="password" autoComplete="current-password" autoFocus {...field} />
    </FormDialog>
  );
}

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
