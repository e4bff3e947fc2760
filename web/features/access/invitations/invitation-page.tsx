import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useLayoutEffect, useState } from 'react';
import type { AnswerOf } from '#contract/endpoint.ts';
import { confirmAccount, getInvitation, type Invitation } from '#contract/invitations.ts';
import type { BoardFace } from '#contract/start.ts';
import { closedInvitations, invitationLabels, welcomeText } from '#domain/messages/invitations.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { isMissing } from '#web/api/query-client.ts';
import { rememberFace, useStart } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { AuthActions, AuthForm, AuthFrame } from '#web/shell/auth-frame.tsx';
import { logOut } from '#web/shell/log-out.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Cluster, Stack } from '#web/ui/layout.tsx';
import {
  credentialErrors,
  firstMode,
  type InvitationMode,
  isFaultless,
  noCredentialErrors,
  redemptionFailure,
} from './invitations.ts';

interface ClosedInvitationProps {
  readonly board: BoardFace | null;
  readonly title: string;
  readonly lede: string;
}

/** A link that opens nothing any more says why, and leads on. */
export function ClosedInvitation({ board, title, lede }: ClosedInvitationProps) {
  return (
    <AuthFrame wide board={board} title={title} lede={lede}>
      <AuthActions>
        <LinkButton variant="primary" href={paths.login()}>
          Go to the login
        </LinkButton>
      </AuthActions>
    </AuthFrame>
  );
}

/** /inv/{uuid} (specification, sections 2, 4, 5 and 8). */
export function InvitationPage() {
  const { uuid } = useParams({ from: '/inv/$uuid' });
  const { face } = useStart();
  const asked = useQuery({
    ...queryFor(getInvitation, { params: { uuid } }),
    staleTime: Number.POSITIVE_INFINITY,
    // A spent invitation gets words of its own here, not the not-found page.
    throwOnError: (error) => !isMissing(error),
  });
  if (isMissing(asked.error)) {
    return (
      <ClosedInvitation
        board={face}
        title="This invitation is no longer open"
        lede="It has been replaced by a newer one, or its address is not whole. Use the latest email, or ask the board for a new one."
      />
    );
  }
  if (asked.data === undefined) {
    return (
      <AuthFrame wide board={face} title={welcomeText(null)}>
        <ListSkeleton rows={2} />
      </AuthFrame>
    );
  }
  const { invitation, closed, signed_in_as: signedInAs } = asked.data;
  if (invitation !== null) return <Redemption invitation={invitation} signedInAs={signedInAs} uuid={uuid} />;
  const board = closed?.board ?? face;
  const words = closedInvitations[closed?.reason ?? 'revoked'];
  return <ClosedInvitation board={board} title={words.title} lede={words.text(board?.title ?? 'the board')} />;
}

interface RedemptionProps {
  readonly invitation: Invitation;
  readonly signedInAs: AnswerOf<typeof getInvitation>['signed_in_as'];
  readonly uuid: string;
}

function Redemption({ invitation, signedInAs, uuid }: RedemptionProps) {
  const { settings } = useStart();
  const { board } = invitation;
  // An effect, because the page's title stands outside of the page.
  useLayoutEffect(() => rememberFace(board), [board]);
  const [mode, setMode] = useState<InvitationMode>(() => firstMode(invitation));
  const [loginEmail, setLoginEmail] = useState(invitation.user.email);
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [errors, setErrors] = useState(noCredentialErrors);
  const [message, setMessage] = useState<string | null>(null);
  const isCreating = mode === 'createAccount';
  // A new account gets the address that was invited; an existing one may have another.
  const email = isCreating ? invitation.user.email : loginEmail;

  const clear = (): void => {
    setPassword('');
    setConfirmation('');
    setErrors(noCredentialErrors);
    setMessage(null);
  };
  const redeem = useCall(confirmAccount, {
    quiet: true,
    onSuccess: ({ data }) => window.location.assign(data.url),
    onError: (error) => {
      const failure = redemptionFailure(error);
      if (failure.kind === 'fields') setErrors(failure.errors);
      else setMessage(failure.message);
    },
  });
  const isBusy = redeem.isPending || redeem.isSuccess;
  const submit = (): void => {
    if (isBusy) return;
    const found = credentialErrors(mode, { email, password, confirmation });
    setErrors(found);
    setMessage(null);
    if (!isFaultless(found)) return;
    redeem.mutate({
      body: {
        invitation_id: uuid,
        email,
        mode,
        password,
        ...(isCreating ? { password_confirmation: confirmation } : {}),
      },
    });
  };
  const said = (error: string | null) => (error === null ? {} : { errorMessage: error });

  return (
    <AuthFrame
      wide
      board={board}
      title={welcomeText(invitation.user.first_name)}
      lede={`${board.title} has invited you to its board portal.`}
    >
      <AuthForm onSubmit={submit}>
        <SignedInAsAnother user={signedInAs} invited={invitation.user.email} here={paths.invitation(uuid)} />
        <Segmented
          label="Account"
          block
          value={mode}
          isDisabled={isBusy}
          onChange={(next) => {
            setMode(next);
            clear();
          }}
          options={[
            { value: 'login', label: invitationLabels.haveAccount },
            { value: 'createAccount', label: invitationLabels.createNew },
          ]}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          value={email}
          onChange={setLoginEmail}
          isDisabled={isCreating}
          {...said(errors.email)}
        />
        <PasswordField
          key={mode}
          label="Password"
          name="password"
          autoComplete={isCreating ? 'new-password' : 'current-password'}
          value={password}
          onChange={setPassword}
          {...(isCreating ? { description: 'At least 10 characters.' } : {})}
          {...said(errors.password)}
        />
        {isCreating && (
          <PasswordField
            label="Retype password"
            name="password_confirmation"
            autoComplete="new-password"
            value={confirmation}
            onChange={setConfirmation}
            {...said(errors.confirmation)}
          />
        )}
        {message !== null && <ErrorText>{message}</ErrorText>}
        <Button type="submit" variant="primary" block isPending={isBusy}>
          {isCreating ? invitationLabels.createAccount : invitationLabels.logIn}
        </Button>
        {isCreating && <Terms termsUrl={settings.terms_url} privacyUrl={settings.privacy_url} />}
      </AuthForm>
    </AuthFrame>
  );
}

function Terms({ termsUrl, privacyUrl }: { readonly termsUrl: string; readonly privacyUrl: string }) {
  return (
    <p className="meta">
      By creating an account you accept the{' '}
      <TextLink href={termsUrl} target="_blank">
        terms of use
      </TextLink>{' '}
      and the{' '}
      <TextLink href={privacyUrl} target="_blank">
        privacy policy
      </TextLink>
      .
    </p>
  );
}

interface SignedInAsAnotherProps {
  /** Whose session the browser holds; null without one. */
  readonly user: { readonly first_name: string; readonly name: string; readonly email: string } | null;
  /** The invitation's address. */
  readonly invited: string;
  /** The invitation's own address, to which the login comes back. */
  readonly here: string;
}

/** Whoever opens somebody's invitation while signed in as another is told so, and can sign out or go back. */
export function SignedInAsAnother({ user, invited, here }: SignedInAsAnotherProps) {
  if (user === null || user.email.toLowerCase() === invited.toLowerCase()) return null;
  return (
    <Notice tone="caution">
      <Stack gap="s">
        <span>
          You are signed in as {user.name} ({user.email}). This invitation is for {invited}.
        </span>
        <Cluster>
          <Button size="s" onPress={() => void logOut(here)}>
            Log out
          </Button>
          <LinkButton size="s" variant="quiet" href={paths.dashboard()}>
            Stay as {user.first_name}
          </LinkButton>
        </Cluster>
      </Stack>
    </Notice>
  );
}
