import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { ResolverResult } from 'react-hook-form';
import type { AnswerOf } from '#contract/endpoint.ts';
import { confirmAccount, getInvitation, type Invitation } from '#contract/invitations.ts';
import { closedInvitations, invitationLabels, invitedText, welcomeText } from '#domain/messages/invitations.ts';
import { normaliseEmail } from '#domain/validation.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { isMissing } from '#web/api/query-client.ts';
import { resolved } from '#web/api/rule-errors.ts';
import { useStart } from '#web/api/start.ts';
import { useSchemaForm } from '#web/api/use-contract-form.ts';
import { paths } from '#web/paths.ts';
import { AuthActions, AuthForm, AuthFrame } from '#web/shell/auth-frame.tsx';
import { useBoardFace } from '#web/shell/board-face.ts';
import { logOut } from '#web/shell/log-out.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { FormField, FormPassword } from '#web/ui/fields/form-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Cluster, Stack } from '#web/ui/layout.tsx';
import {
  credentialErrors,
  type EnteredCredentials,
  firstMode,
  type InvitationMode,
  redemptionMessage,
} from './invitations.ts';

interface InvitationPageProps {
  readonly firstWay: (uuid: string) => ReactNode;
  readonly otherWays: (uuid: string) => ReactNode;
}

export function InvitationPage({ firstWay, otherWays }: InvitationPageProps) {
  const { uuid } = useParams({ from: '/inv/$uuid' });
  const { face } = useStart();
  const { data, error } = useQuery({
    ...queryFor(getInvitation, { params: { uuid } }),
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: (cause) => !isMissing(cause),
  });
  if (isMissing(error)) {
    return (
      <ClosedInvitation
        board={face}
        title="This invitation no longer works"
        lede="It has been replaced by a newer one, or the address is incomplete. Use the link in the latest email, or ask the board for a new invitation."
      />
    );
  }
  if (data === undefined) {
    return (
      <AuthFrame wide board={face} title={welcomeText(null)}>
        <ListSkeleton rows={2} />
      </AuthFrame>
    );
  }
  const { invitation, closed, signed_in_as: signedInAs } = data;
  if (invitation !== null) {
    return (
      <Redemption
        invitation={invitation}
        signedInAs={signedInAs}
        uuid={uuid}
        firstWay={firstWay(uuid)}
        otherWays={otherWays(uuid)}
      />
    );
  }
  const board = closed?.board ?? face;
  const reason = closedInvitations[closed?.reason ?? 'revoked'];
  return <ClosedInvitation board={board} title={reason.title} lede={reason.text(board?.title ?? 'the board')} />;
}

function ClosedInvitation(props: Pick<ComponentProps<typeof AuthFrame>, 'board' | 'title' | 'lede'>) {
  return (
    <AuthFrame wide {...props}>
      <AuthActions>
        <LinkButton variant="primary" href={paths.login()}>
          Go to the login page
        </LinkButton>
      </AuthActions>
    </AuthFrame>
  );
}

interface RedemptionProps {
  readonly invitation: Invitation;
  readonly signedInAs: AnswerOf<typeof getInvitation>['signed_in_as'];
  readonly uuid: string;
  readonly firstWay: ReactNode;
  readonly otherWays: ReactNode;
}

function Redemption({ invitation, signedInAs, uuid, firstWay, otherWays }: RedemptionProps) {
  const { board } = invitation;
  useBoardFace(board);
  const { form, mode, changeMode, message, submit, isBusy } = useRedemption(invitation, uuid);
  const isCreating = mode === 'createAccount';
  return (
    <AuthFrame
      wide
      board={board}
      title={welcomeText(invitation.user.first_name)}
      lede={invitedText(board.title, invitation.opens_by?.name ?? null)}
    >
      <AuthForm onSubmit={submit}>
        {firstWay}
        <SignedInAsAnother user={signedInAs} invited={invitation.user.email} here={paths.invitation(uuid)} />
        <Segmented
          label="Account"
          block
          value={mode}
          isDisabled={isBusy}
          onChange={changeMode}
          options={[
            { value: 'login', label: invitationLabels.haveAccount },
            { value: 'createAccount', label: invitationLabels.createNew },
          ]}
        />
        <FormField form={form} name="email">
          {({ value, ...field }) => (
            <TextField
              label="Email"
              type="email"
              autoComplete="username"
              value={isCreating ? invitation.user.email : value}
              isDisabled={isCreating}
              {...field}
            />
          )}
        </FormField>
        <FormPassword
          form={form}
          name="password"
          key={mode}
          label="Password"
          autoComplete={isCreating ? 'new-password' : 'current-password'}
          description={isCreating ? 'At least 10 characters.' : undefined}
        />
        {isCreating && (
          <FormPassword form={form} name="confirmation" label="Retype password" autoComplete="new-password" />
        )}
        {message !== null && <ErrorText>{message}</ErrorText>}
        <Button type="submit" variant={invitation.opens_by === null ? 'primary' : 'secondary'} block isPending={isBusy}>
          {isCreating ? invitationLabels.createAccount : invitationLabels.logIn}
        </Button>
        {isCreating && <Terms />}
      </AuthForm>
      {otherWays}
    </AuthFrame>
  );
}

function useRedemption(invitation: Invitation, uuid: string) {
  const [mode, setMode] = useState<InvitationMode>(() => firstMode(invitation));
  const [message, setMessage] = useState<string | null>(null);
  const redeem = useCall(confirmAccount, { quiet: true });
  const isCreating = mode === 'createAccount';
  const entered = (typed: EnteredCredentials): EnteredCredentials =>
    isCreating ? { ...typed, email: invitation.user.email } : typed;
  const form = useSchemaForm({
    defaults: { email: invitation.user.email, password: '', confirmation: '' },
    fieldOf: (field) => (field === 'password_confirmation' ? 'confirmation' : field),
    resolver: (typed: EnteredCredentials): ResolverResult<EnteredCredentials> =>
      resolved(entered(typed), credentialErrors(mode, entered(typed))),
    send: ({ email, password, confirmation }) => {
      const repeated = isCreating ? { password_confirmation: confirmation } : {};
      return redeem.mutateAsync({ body: { invitation_id: uuid, email, mode, password, ...repeated } });
    },
    onSaved: ({ data }) => window.location.assign(data.url),
    onFailed: (error) => setMessage(redemptionMessage(error)),
  });
  return {
    form,
    mode,
    message,
    changeMode: (next: InvitationMode): void => {
      setMode(next);
      setMessage(null);
      form.reset({ email: form.getValues('email'), password: '', confirmation: '' });
    },
    isBusy: form.isSaving || redeem.isSuccess,
    submit: (): void => {
      if (redeem.isSuccess) return;
      setMessage(null);
      form.submit();
    },
  };
}

interface SignedInAsAnotherProps {
  readonly user: RedemptionProps['signedInAs'];
  readonly invited: string;
  readonly here: string;
}

function SignedInAsAnother({ user, invited, here }: SignedInAsAnotherProps) {
  if (user === null || normaliseEmail(user.email) === normaliseEmail(invited)) return null;
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
            Stay as {user.name}
          </LinkButton>
        </Cluster>
      </Stack>
    </Notice>
  );
}

function Terms() {
  const { terms_url: termsUrl, privacy_url: privacyUrl } = useStart().settings;
  return (
    <p className="meta">
      By creating an account, you accept the{' '}
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
