import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { login } from '#contract/session.ts';
import { signInLabels } from '#domain/messages/sign-in.ts';
import { isLoginFilled } from '#domain/password-rules.ts';
import { ownPath } from '#domain/paths.ts';
import { timings } from '#domain/timings.ts';
import { useCall } from '#web/api/mutations.ts';
import { useStart } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { AuthForm, AuthFrame } from '#web/shell/auth-frame.tsx';
import { continueTo } from '#web/shell/go-on.ts';
import { logOut } from '#web/shell/log-out.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Spread } from '#web/ui/layout.tsx';
import { signInError } from './sign-in-errors.ts';

/** /login (specification, sections 2, 4 and 8). `next` is where to go afterwards; the server ignores foreign ones. */
export function LoginPage() {
  const { next, board, logout } = useSearch({ from: '/login' });
  const { settings, face } = useStart();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  const [error, showError, hideError] = usePassingError(timings.loginErrorShown);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const signIn = useCall(login, {
    quiet: true,
    onSuccess: (answer) => continueTo('url' in answer ? answer.url : paths.twoFactor()),
    onError: (failure) => {
      setPassword('');
      showError(signInError(failure));
      passwordField.current?.focus();
    },
  });
  // After a success too: the next page is on its way, and a second submit would only get in its way.
  const isBusy = signIn.isPending || signIn.isSuccess;
  const submit = (): void => {
    if (isBusy) return;
    if (!isLoginFilled({ email, password })) {
      (email.trim() === '' ? emailField : passwordField).current?.focus();
      return;
    }
    hideError();
    signIn.mutate({
      body: {
        email,
        password,
        remember,
        ...(next === undefined ? {} : { next }),
        ...(board === undefined ? {} : { board }),
      },
    });
  };
  return (
    <AuthFrame board={face} title={signInLabels.loginHeadline(settings.app_name)}>
      <AuthForm onSubmit={submit}>
        {logout === 'failed' && <StillSignedIn next={next} />}
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
          ref={emailField}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          ref={passwordField}
        />
        <Spread>
          <Checkbox name="remember" value={remember} onChange={setRemember}>
            {signInLabels.rememberMe}
          </Checkbox>
          <TextLink href={settings.password_reset_url}>{signInLabels.forgotPassword}</TextLink>
        </Spread>
        {error !== null && <ErrorText>{error}</ErrorText>}
        <Button type="submit" variant="primary" block isPending={isBusy}>
          {signInLabels.logIn}
        </Button>
        {next?.startsWith(paths.invitation('')) === true && (
          <TextLink href={ownPath(next)}>Back to the invitation</TextLink>
        )}
      </AuthForm>
    </AuthFrame>
  );
}

/** Signing out failed: who leaves this browser to somebody else must know. */
function StillSignedIn({ next }: { readonly next: string | undefined }) {
  return (
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
  );
}

/** An error that disappears by itself: `[shown, show, hide]`. A new one starts its own time. */
export function usePassingError(
  milliseconds: number,
): readonly [shown: string | null, show: (message: string) => void, hide: () => void] {
  const [error, setError] = useState<{ readonly message: string } | null>(null);
  // An effect, because it waits for time to pass.
  useEffect(() => {
    if (error === null) return;
    const timer = setTimeout(() => setError(null), milliseconds);
    return () => clearTimeout(timer);
  }, [error, milliseconds]);
  return [error?.message ?? null, (message) => setError({ message }), () => setError(null)];
}
