import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { forgotPassword } from '#contract/account.ts';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { signInLabels } from '#domain/messages/sign-in.ts';
import { useCall } from '#web/api/mutations.ts';
import { useStart } from '#web/api/start.ts';
import { showFieldErrors } from '#web/api/use-contract-form.ts';
import { signInError } from '#web/features/access/session/sign-in-errors.ts';
import { paths } from '#web/paths.ts';
import { AuthActions, AuthForm, AuthFrame } from '#web/shell/auth-frame.tsx';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

/** /forgot-password. What it says never tells whether there is an account. */
export function ForgotPasswordPage() {
  const { face } = useStart();
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { control, handleSubmit, setError } = useForm<BodyInputOf<typeof forgotPassword>>({
    resolver: zodResolver(forgotPassword.body),
    defaultValues: { email: '' },
  });
  const ask = useCall(forgotPassword, {
    quiet: true,
    onSuccess: (_answer, { body }) => setAskedFor(body.email),
    onError: (error) => {
      showFieldErrors(error, setError);
      if (Object.keys(error.fields).length === 0) setFailure(signInError(error));
    },
  });
  const submit = handleSubmit((body) => {
    setFailure(null);
    ask.mutate({ body });
  });
  if (askedFor !== null) {
    return (
      <AuthFrame
        board={face}
        title="Look in your mailbox"
        lede={`If ${askedFor} has an account here, a message with a link is on its way. The link works once, for one hour.`}
      >
        <p className="meta">Nothing there after a few minutes? Look among unwanted mail, or ask again.</p>
        <AuthActions>
          <LinkButton variant="primary" href={paths.login()}>
            Go to the login
          </LinkButton>
          <Button onPress={() => setAskedFor(null)}>Ask again</Button>
        </AuthActions>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame board={face} title={signInLabels.forgotPassword} lede="We write to you with a link to choose a new one.">
      <AuthForm onSubmit={() => void submit()}>
        <Controller
          control={control}
          name="email"
          render={({ field, fieldState: { error } }) => (
            <TextField
              label="Email"
              type="email"
              autoComplete="username"
              {...field}
              {...(error?.message === undefined ? {} : { errorMessage: error.message })}
            />
          )}
        />
        {failure !== null && <ErrorText>{failure}</ErrorText>}
        <Button type="submit" variant="primary" block isPending={ask.isPending}>
          Send the link
        </Button>
        <p className="meta">
          <TextLink href={paths.login()}>Back to the login</TextLink>
        </p>
      </AuthForm>
    </AuthFrame>
  );
}
