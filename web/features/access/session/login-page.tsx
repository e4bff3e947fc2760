import { useSearch } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { beginPasskeySignIn, type SignedChallenge, signInWithPasskey } from '#contract/passkeys.ts';
import { login } from '#contract/session.ts';
import { signInLabels } from '#domain/messages/sign-in.ts';
import { ownPath } from '#domain/paths.ts';
import { timings } from '#domain/timings.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/mutations.ts';
import { canUsePasskeys, useOfferedPasskeys, usePasskey } from '#web/api/passkeys.ts';
import { useStart } from '#web/api/start.ts';
import { useCheckedForm } from '#web/api/use-checked-form.ts';
import { paths } from '#web/paths.ts';
import { AuthForm, AuthFrame } from '#web/shell/auth-frame.tsx';
import { continueTo } from '#web/shell/go-on.ts';
import { logOut } from '#web/shell/log-out.ts';
import { continueOrOffer } from '#web/shell/passkey-offer.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { FormField, FormPassword, FormText } from '#web/ui/fields/form-field.tsx';
import { Spread } from '#web/ui/layout.tsx';
import styles from './login-page.module.css';
import { emptyCredential, holdAtEmpty, signInError, usePassingError } from './sign-in-errors.ts';

export function LoginPage({ first, below }: { readonly first: ReactNode; readonly below: ReactNode }) {
  const { next, board, logout } = useSearch({ from: '/login' });
  const { settings, face } = useStart();
  const { form, error, submit, isBusy, passkey, passkeyError } = useLogin({ next, board });
  return (
    <AuthFrame board={face} title={signInLabels.loginHeadline(settings.app_name)}>
      <AuthForm onSubmit={submit}>
        {first}
        {logout === 'failed' && (
          <Notice
            tone="caution"
            role="alert"
            actions={
              <Button size="s" onPress={() => void logOut(next)}>
                Try again
              </Button>
            }
          >
            Signing out failed. You may still be signed in here.
          </Notice>
        )}
        {logout === 'elsewhere' && <Notice role="alert">You have been signed out on this device.</Notice>}
        <FormText form={form} name="email" label="Email" type="email" autoComplete="username webauthn" />
        <FormPassword form={form} name="password" label="Password" autoComplete="current-password" />
        <Spread>
          <FormField form={form} name="remember">
            {(field) => <Checkbox {...field}>{signInLabels.rememberMe}</Checkbox>}
          </FormField>
          <TextLink href={settings.password_reset_url}>{signInLabels.forgotPassword}</TextLink>
        </Spread>
        {error !== null && <ErrorText>{error}</ErrorText>}
        <Button type="submit" variant={face?.provider?.is_required ? 'secondary' : 'primary'} block isPending={isBusy}>
          {signInLabels.logIn}
        </Button>
        {canUsePasskeys() && (
          <div className={styles.passkey}>
            <Button block icon={KeyRound} isPending={passkey.isBusy} isDisabled={isBusy} onPress={passkey.press}>
              {signInLabels.withPasskey}
            </Button>
            <p className="meta">{signInLabels.passkeyAsks}</p>
            {passkeyError !== null && <ErrorText>{passkeyError}</ErrorText>}
          </div>
        )}
        {next?.startsWith(paths.invitation('')) === true && (
          <TextLink href={ownPath(next)}>Back to the invitation</TextLink>
        )}
      </AuthForm>
      {below}
    </AuthFrame>
  );
}

function useLogin({ next, board }: { readonly next: string | undefined; readonly board: string | undefined }) {
  const [error, showError, hideError] = usePassingError(timings.loginErrorShown);
  /** This message has no time limit, because the browser's own dialog may have covered the page. */
  const [passkeyError, showPasskeyError] = useState<string | null>(null);
  const hideErrors = (): void => {
    hideError();
    showPasskeyError(null);
  };
  const signIn = useCall(login, { quiet: true });
  const form = useCheckedForm({
    defaults: { email: '', password: '', remember: false },
    resolver: (typed) => holdAtEmpty(typed, emptyCredential(typed)),
    send: (typed) => {
      hideErrors();
      return signIn.mutateAsync({ body: { ...typed, next, board } });
    },
    onSaved: (answer) => ('url' in answer ? continueOrOffer(answer.url) : continueTo(paths.twoFactor())),
    onFailed: (failure) => {
      form.setValue('password', '');
      showError(signInError(failure));
      // Only focuses the field, because `showError` has already shown the message.
      form.setError('password', { type: 'refused' }, { shouldFocus: true });
    },
  });
  const withPasskey = async (signed: SignedChallenge) => {
    hideErrors();
    return call(signInWithPasskey, { body: { signed, remember: form.getValues('remember'), next, board } });
  };
  const failed = (failure: unknown): void => showPasskeyError(signInError(failure));
  const passkey = usePasskey({
    begin: () => call(beginPasskeySignIn, { body: {} }),
    send: withPasskey,
    onDone: ({ url }) => continueTo(url),
    onFailed: failed,
  });
  useOfferedPasskeys((signed) => withPasskey(signed).then(({ url }) => continueTo(url), failed));
  return {
    form,
    error,
    passkey,
    passkeyError,
    // Stays busy after success, because a second submit would interrupt loading the next page.
    isBusy: form.isSaving || signIn.isSuccess,
    submit: () => !signIn.isSuccess && form.submit(),
  };
}
