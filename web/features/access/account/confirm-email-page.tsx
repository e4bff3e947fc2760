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

/** /confirm-email/{token}. Opening the page changes nothing, because mail scanners open links too. */
export function ConfirmEmailPage() {
  const { token } = useParams({ from: '/confirm-email/$token' });
  const { face } = useStart();
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const [isSpent, setSpent] = useState(false);
  const { data, error } = useQuery({
    ...queryFor(getEmailChange, { params: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: (cause) => !isMissing(cause),
  });
  const confirm = useCall(confirmEmailChange, {
    onSuccess: ({ email }) => setConfirmed(email),
    onError: (cause) => setSpent(isMissing(cause)),
  });
  if (confirmed !== null) {
    return (
      <Outcome
        title="Your email address has been changed"
        lede={`From now on, log in with ${confirmed}. Devices that are signed in stay signed in.`}
      />
    );
  }
  if (isSpent || isMissing(error)) {
    return (
      <Outcome
        title="This link no longer works"
        lede="A link stops working once it is used, after 24 hours, or when a newer one is sent. Enter the address again in your account."
      />
    );
  }
  return (
    <AuthFrame
      board={face}
      title="Confirm your new email address"
      lede={data && `After that, log in with ${data.email}.`}
    >
      {data === undefined ? (
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

function Outcome({ title, lede }: { readonly title: string; readonly lede: string }) {
  const { face } = useStart();
  return (
    <AuthFrame board={face} title={title} lede={lede}>
      <AuthActions>
        <LinkButton variant="primary" href={paths.account()}>
          Go to your account
        </LinkButton>
      </AuthActions>
    </AuthFrame>
  );
}
