import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { getPasswordReset, resetPassword } from '#contract/account.ts';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { isMissing } from '#web/api/query-client.ts';
import { useStart } from '#web/api/start.ts';
import { showFieldErrors } from '#web/api/use-contract-form.ts';
import { signInError } from '#web/features/access/session/sign-in-errors.ts';
import { paths } from '#web/paths.ts';
import { AuthActions, AuthForm, AuthFrame } from '#web/shell/auth-frame.tsx';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';

const title = 'Choose a new password';

/** /reset-password/{token}. Opening it changes nothing; the password that is sent spends the link. */
export function ResetPasswordPage() {
  const { token } = useParams({ from: '/reset-password/$token' });
  const { face } = useStart();
  const [outcome, setOutcome] = useState<'changed' | 'spent' | null>(null);
  const asked = useQuery({
    ...queryFor(getPasswordReset, { params: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: (error) => !isMissing(error),
  });
  if (outcome === 'changed') {
    return (
      <AuthFrame
        board={face}
        title="Your password is changed"
        lede="Everywhere that you were signed in, you have been signed out. Log in with the new password."
      >
        <AuthActions>
          <LinkButton variant="primary" href={paths.login()}>
            Go to the login
          </LinkButton>
        </AuthActions>
      </AuthFrame>
    );
  }
  if (outcome === 'spent' || isMissing(asked.error)) {
    return (
      <AuthFrame
        board={face}
        title="This link is no longer open"
        lede="It works once, for one hour, and a newer password closes it. Ask for another."
      >
        <AuthActions>
          <LinkButton variant="primary" href={paths.forgotPassword()}>
            Ask for a new link
          </LinkButton>
        </AuthActions>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame board={face} title={title}>
      {asked.data === undefined ? (
        <ListSkeleton rows={2} />
      ) : (
        <NewPassword token={token} onOutcome={(next) => setOutcome(next)} />
      )}
    </AuthFrame>
  );
}

interface NewPasswordProps {
  readonly token: string;
  readonly onOutcome: (outcome: 'changed' | 'spent') => void;
}

function NewPassword({ token, onOutcome }: NewPasswordProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const { control, handleSubmit, setError } = useForm<BodyInputOf<typeof resetPassword>>({
    resolver: zodResolver(resetPassword.body),
    defaultValues: { password: '' },
  });
  const reset = useCall(resetPassword, {
    quiet: true,
    onSuccess: () => onOutcome('changed'),
    onError: (error) => {
      if (isMissing(error)) onOutcome('spent');
      else if (Object.keys(error.fields).length > 0) showFieldErrors(error, setError);
      else setFailure(signInError(error));
    },
  });
  const submit = handleSubmit((body) => {
    setFailure(null);
    reset.mutate({ params: { token }, body });
  });
  return (
    <AuthForm onSubmit={() => void submit()}>
      <Controller
        control={control}
        name="password"
        render={({ field, fieldState: { error } }) => (
          <PasswordField
            label="New password"
            autoComplete="new-password"
            description="10 to 90 characters."
            {...field}
            {...(error?.message === undefined ? {} : { errorMessage: error.message })}
          />
        )}
      />
      {failure !== null && <ErrorText>{failure}</ErrorText>}
      <Button type="submit" variant="primary" block isPending={reset.isPending}>
        Change password
      </Button>
    </AuthForm>
  );
}
