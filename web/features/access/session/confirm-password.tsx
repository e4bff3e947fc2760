import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearch } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { getAccount } from '#contract/account.ts';
import { beginPasskeyConfirmation, confirmWithPasskey, listPasskeys } from '#contract/passkeys.ts';
import { confirmByProvider, listConnections } from '#contract/providers.ts';
import { confirmPassword } from '#contract/session.ts';
import { signInLabels } from '#domain/messages/sign-in.ts';
import { ownPath } from '#domain/paths.ts';
import { timings } from '#domain/timings.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/mutations.ts';
import { passwordRequest } from '#web/api/next-step.ts';
import { canUsePasskeys, usePasskey } from '#web/api/passkeys.ts';
import { queryFor } from '#web/api/queries.ts';
import { useBoard } from '#web/api/start.ts';
import { useCheckedForm } from '#web/api/use-checked-form.ts';
import { AuthActions, AuthForm, AuthFrame } from '#web/shell/auth-frame.tsx';
import { usePageTitle } from '#web/shell/page-title.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { FormField } from '#web/ui/fields/form-field.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { Cluster, Stack } from '#web/ui/layout.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { holdAtEmpty, signInError, usePassingError } from './sign-in-errors.ts';

/** Redirects only within this site, because `next` and `back` may come from a forged link. */
export function ConfirmPasswordPage() {
  const { next, back } = useSearch({ from: '/user/confirm-password' });
  const board = useBoard();
  const { hasPassword, field, passkey, isBusy, submit } = useConfirmPassword(() =>
    window.location.replace(ownPath(next)),
  );
  if (!hasPassword) {
    return (
      <AuthFrame board={board} title={signInLabels.confirmOtherwiseTitle}>
        <AuthActions>
          {passkey}
          <ConfirmByProvider next={() => ownPath(next)} />
          <Button onPress={() => window.location.replace(ownPath(back ?? next))}>{signInLabels.cancel}</Button>
        </AuthActions>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame board={board} title={signInLabels.confirmPasswordTitle}>
      <AuthForm onSubmit={submit}>
        {field}
        <Cluster>
          <Button type="submit" variant="primary" isPending={isBusy}>
            {signInLabels.confirm}
          </Button>
          <Button isDisabled={isBusy} onPress={() => window.location.replace(ownPath(back ?? next))}>
            {signInLabels.cancel}
          </Button>
        </Cluster>
        {passkey}
        <ConfirmByProvider next={() => ownPath(next)} />
      </AuthForm>
    </AuthFrame>
  );
}

export function ConfirmPasswordOverlay() {
  const { href } = useLocation();
  const [openedAt] = useState(href);
  const leave = (isConfirmed: boolean): void => passwordRequest.get()?.(isConfirmed);
  const cancel = (): void => leave(false);
  const { hasPassword, field, passkey, isBusy, submit } = useConfirmPassword(() => leave(true));
  // Navigating away counts as cancelling.
  useEffect(() => {
    if (href !== openedAt) passwordRequest.get()?.(false);
  }, [href, openedAt]);
  const title = hasPassword ? signInLabels.confirmPasswordTitle : signInLabels.confirmOtherwiseTitle;
  usePageTitle(title);
  if (!hasPassword) {
    return (
      <Dialog onClose={cancel} title={title} actions={<Button onPress={cancel}>{signInLabels.cancel}</Button>}>
        <Stack gap="m">
          {passkey}
          <ConfirmByProvider next={pageBehind} />
        </Stack>
      </Dialog>
    );
  }
  return (
    <FormDialog onClose={cancel} title={title} submitLabel={signInLabels.confirm} isPending={isBusy} onSubmit={submit}>
      {field}
      {passkey}
      <ConfirmByProvider next={pageBehind} />
    </FormDialog>
  );
}

const pageBehind = (): string => ownPath(`${window.location.pathname}${window.location.search}`);

function useConfirmPassword(onConfirmed: () => void) {
  const [error, showError, hideError] = usePassingError(timings.loginErrorShown);
  const [passkeyError, setPasskeyError] = useState<string | null>(null);
  const confirm = useCall(confirmPassword, { quiet: true });
  const form = useCheckedForm({
    defaults: { password: '' },
    resolver: (typed) => holdAtEmpty(typed, typed.password === '' ? 'password' : null),
    send: (body) => confirm.mutateAsync({ body }),
    onSaved: () => {
      form.reset({ password: '' });
      onConfirmed();
    },
    onFailed: (failure) => {
      form.setValue('password', '');
      showError(signInError(failure));
      // Only focuses the field, because the message is already shown.
      form.setError('password', { type: 'refused' }, { shouldFocus: true });
    },
  });
  const passkey = usePasskey({
    begin: () => call(beginPasskeyConfirmation, { body: {} }),
    send: (signed) => call(confirmWithPasskey, { body: { signed } }),
    onDone: onConfirmed,
    onFailed: (failure) => setPasskeyError(signInError(failure)),
  });
  const isOffered = (useQuery(queryFor(listPasskeys)).data?.passkeys.length ?? 0) > 0 && canUsePasskeys();
  const { data } = useQuery({ ...queryFor(getAccount), throwOnError: false });
  const hasPassword = data?.account.has_password ?? true;
  return {
    hasPassword,
    passkey: isOffered && (
      <>
        <Button
          variant={hasPassword ? 'secondary' : 'primary'}
          icon={KeyRound}
          isPending={passkey.isBusy}
          onPress={() => {
            setPasskeyError(null);
            passkey.press();
          }}
        >
          {signInLabels.confirmWithPasskey}
        </Button>
        {passkeyError !== null && <ErrorText>{passkeyError}</ErrorText>}
      </>
    ),
    field: (
      <FormField form={form} name="password">
        {({ errorMessage: _, ...field }) => (
          <PasswordField
            label="Password"
            autoComplete="current-password"
            autoFocus
            {...field}
            errorMessage={error ?? undefined}
          />
        )}
      </FormField>
    ),
    isBusy: form.isSaving || confirm.isSuccess,
    submit: () => {
      if (confirm.isSuccess) return;
      hideError();
      form.submit();
    },
  };
}

function ConfirmByProvider({ next }: { readonly next: () => string }) {
  const { data } = useQuery({ ...queryFor(listConnections), throwOnError: false });
  const begin = useCall(confirmByProvider, { onSuccess: ({ url }) => window.location.assign(url) });
  const connections = data?.connections.filter(({ is_off }) => !is_off) ?? [];
  if (connections.length === 0) return null;
  return (
    <Stack gap="s">
      {connections.map(({ id, name }) => (
        <Button
          key={id}
          isPending={(begin.isPending || begin.isSuccess) && begin.variables?.params.id === id}
          onPress={() => begin.mutate({ params: { id }, body: { next: next() } })}
        >
          Confirm with {name}
        </Button>
      ))}
    </Stack>
  );
}
