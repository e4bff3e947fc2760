import { useState } from 'react';
import { forgotPassword } from '#contract/account.ts';
import { signInLabels } from '#domain/messages/sign-in.ts';
import { useStart } from '#web/api/start.ts';
import { useContractForm } from '#web/api/use-contract-form.ts';
import { signInError } from '#web/features/access/session/sign-in-errors.ts';
import { paths } from '#web/paths.ts';
import { AuthActions, AuthForm, AuthFrame } from '#web/shell/auth-frame.tsx';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { FormText } from '#web/ui/fields/form-field.tsx';

/** The page looks the same whether or not the account exists. */
export function ForgotPasswordPage() {
  const { face } = useStart();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useContractForm({
    endpoint: forgotPassword,
    defaults: { email: '' },
    quiet: true,
    onSaved: (_answer, { email }) => setSentTo(email),
    onFailed: (error) => {
      if (Object.keys(error.fields).length === 0) setFailure(signInError(error));
    },
  });
  if (sentTo !== null) {
    return (
      <AuthFrame
        board={face}
        title="Check your email"
        lede={`If ${sentTo} has an account here, a message with a link is on its way. The link works once and expires after one hour.`}
      >
        <p className="meta">No email after a few minutes? Check your spam folder, or ask for a new link.</p>
        <AuthActions>
          <LinkButton variant="primary" href={paths.login()}>
            Go to the login page
          </LinkButton>
          <Button onPress={() => setSentTo(null)}>Ask again</Button>
        </AuthActions>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame board={face} title={signInLabels.forgotPassword} lede="We will send you a link to choose a new one.">
      <AuthForm
        onSubmit={() => {
          setFailure(null);
          form.submit();
        }}
      >
        <FormText form={form} name="email" label="Email" type="email" autoComplete="username" />
        {failure !== null && <ErrorText>{failure}</ErrorText>}
        <Button type="submit" variant="primary" block isPending={form.isSaving}>
          Send the link
        </Button>
        <p className="meta">
          <TextLink href={paths.login()}>Back to the login page</TextLink>
        </p>
      </AuthForm>
    </AuthFrame>
  );
}
