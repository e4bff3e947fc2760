import { useState } from 'react';
import { askRecovery } from '#contract/recoveries.ts';
import { recoveryLabels } from '#domain/messages/recovery.ts';
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

/** /recover. It reads the same whether or not there is an account. */
export function RecoverPage() {
  const { face } = useStart();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useContractForm({
    endpoint: askRecovery,
    defaults: { email: '' },
    quiet: true,
    onSaved: (_answer, { email }) => setSentTo(email),
    onFailed: (error) => {
      if (Object.keys(error.fields).length === 0) setFailure(signInError(error));
    },
  });
  if (sentTo !== null) {
    return (
      <AuthFrame board={face} title={recoveryLabels.sent} lede={recoveryLabels.sentLede(sentTo)}>
        <p className="meta">Open it in the browser that you will use from now on.</p>
        <AuthActions>
          <LinkButton variant="primary" href={paths.login()}>
            Go to the login
          </LinkButton>
          <Button onPress={() => setSentTo(null)}>Ask again</Button>
        </AuthActions>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame board={face} title={signInLabels.lostWayIn} lede={recoveryLabels.lede}>
      <AuthForm
        onSubmit={() => {
          setFailure(null);
          form.submit();
        }}
      >
        <FormText form={form} name="email" label={recoveryLabels.email} type="email" autoComplete="username" />
        {failure !== null && <ErrorText>{failure}</ErrorText>}
        <Button type="submit" variant="primary" block isPending={form.isSaving}>
          {recoveryLabels.send}
        </Button>
        <p className="meta">
          <TextLink href={paths.login()}>{recoveryLabels.backToLogin}</TextLink>
        </p>
      </AuthForm>
    </AuthFrame>
  );
}
