import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { confirmEmailChange, getEmailChange } from '#contract/account.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { isMissing } from '#web/api/query-client.ts';
import { useStart } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { AuthActions, AuthFrame } from '#web/shell/auth-frame.tsx';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';

/** /confirm-email/{token}, from the new mailbox. Opening it changes nothing: mail scanners open links too. */
export function ConfirmEmailPage() {
  const { token } = useParams({ from: '/confirm-email/$token' });
  const { face } = useStart();
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const [isSpent, setSpent] = useState(false);
  const asked = useQuery({
    ...queryFor(getEmailChange, { params: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: (error) => !isMissing(error),
  });
  const confirm = useCall(confirmEmailChange, {
    onSuccess: ({ email }) => setConfirmed(email),
    onError: (error) => setSpent(isMissing(error)),
  });
  if (confirmed !== null) {
    return (
      <AuthFrame
        board={face}
        title="Your email address is changed"
        lede={`From now on you log in with ${confirmed}. Whoever is signed in stays so.`}
      >
        <AuthActions>
          <LinkButton variant="primary" href={paths.account()}>
            Go to your account
          </LinkButton>
        </AuthActions>
      </AuthFrame>
    );
  }
  if (isSpent || isMissing(asked.error)) {
    return (
      <AuthFrame
        board={face}
        title="This link is no longer open"
        lede="It works once, for 24 hours, and a newer one closes it. Enter the address in your account again."
      >
        <AuthActions>
          <LinkButton variant="primary" href={paths.account()}>
            Go to your account
          </LinkButton>
        </AuthActions>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      board={face}
      title="Confirm your new email address"
      {...(asked.data === undefined ? {} : { lede: `From then on you log in with ${asked.data.email}.` })}
    >
      {asked.data === undefined ? (
        <ListSkeleton rows={1} />
      ) : (
        <AuthActions>
          <Button
            variant="primary"
            isPending={confirm.isPending}
            onPress={() => confirm.mutate({ params: { token }, body: {} })}
          >
            Confirm this address
          </Button>
        </AuthActions>
      )}
    </AuthFrame>
  );
}
