import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { getPasswordReset, resetPassword } from '#contract/account.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { afterReset, otherSignInsText } from '#domain/messages/sign-in.ts';
import { queryFor } from '#web/api/queries.ts';
import { isMissing } from '#web/api/query-client.ts';
import { useStart } from '#web/api/start.ts';
import { useContractForm } from '#web/api/use-contract-form.ts';
import { signInError } from '#web/features/access/session/sign-in-errors.ts';
import { paths } from '#web/paths.ts';
import { AuthActions, AuthForm, AuthFrame } from '#web/shell/auth-frame.tsx';
import { Button, buttonClass, LinkButton } from '#web/ui/actions/button.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { FormPassword } from '#web/ui/fields/form-field.tsx';

/** /reset-password/{token}. Only setting the new password uses up the link. */
export function ResetPasswordPage() {
  const { token } = useParams({ from: '/reset-password/$token' });
  const { face } = useStart();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { data, error } = useQuery({
    ...queryFor(getPasswordReset, { params: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: (cause) => !isMissing(cause),
  });
  if (outcome !== null && outcome !== 'spent') {
    const { lede, action } = afterReset[outcome];
    return (
      <AuthFrame board={face} title="Your password has been changed" lede={lede}>
        {outcome !== 'later' && (
          <p className="meta">
            {otherSignInsText}{' '}
            {outcome === 'done' ? (
              <a className="link" href={paths.accountSecurity()}>
                Remove any that are not yours
              </a>
            ) : (
              'Once you are signed in, go to Passkeys and devices in your account and remove any that are not yours.'
            )}
          </p>
        )}
        <AuthActions>
          {/* A full page load, because this page was loaded without a session. */}
          <a data-ui="button" className={buttonClass({ variant: 'primary', size: 'm' })} href={hrefAfter[outcome]}>
            {action}
          </a>
        </AuthActions>
      </AuthFrame>
    );
  }
  if (outcome === 'spent' || isMissing(error)) {
    return (
      <AuthFrame
        board={face}
        title="This link no longer works"
        lede="A link stops working once it is used, after one hour, or when the password is changed. Ask for a new one."
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
    <AuthFrame board={face} title="Choose a new password">
      {data === undefined ? <ListSkeleton rows={2} /> : <NewPassword token={token} onOutcome={setOutcome} />}
    </AuthFrame>
  );
}

type SignIn = AnswerOf<typeof resetPassword>['sign_in'];
type Outcome = SignIn | 'spent';

const hrefAfter: Readonly<Record<SignIn, string>> = {
  done: paths.dashboard(),
  'two-factor': paths.twoFactor(),
  needed: paths.login(),
  later: paths.login(),
};

function NewPassword({ token, onOutcome }: { readonly token: string; readonly onOutcome: (outcome: Outcome) => void }) {
  const [failure, setFailure] = useState<string | null>(null);
  const form = useContractForm({
    endpoint: resetPassword,
    params: { token },
    defaults: { password: '' },
    quiet: true,
    onSaved: (answer) => onOutcome(answer.sign_in),
    onFailed: (error) => {
      if (isMissing(error)) onOutcome('spent');
      else if (Object.keys(error.fields).length === 0) setFailure(signInError(error));
    },
  });
  return (
    <AuthForm
      onSubmit={() => {
        setFailure(null);
        form.submit();
      }}
    >
      <FormPassword
        form={form}
        name="password"
        label="New password"
        autoComplete="new-password"
        description="10 to 90 characters."
      />
      {failure !== null && <ErrorText>{failure}</ErrorText>}
      <Button type="submit" variant="primary" block isPending={form.isSaving}>
        Change password
      </Button>
    </AuthForm>
  );
}
