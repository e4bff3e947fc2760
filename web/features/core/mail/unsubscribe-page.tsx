import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { getUnsubscribe, unsubscribe } from '#contract/mail.ts';
import type { NotificationChoice } from '#domain/mail.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { isMissing } from '#web/api/query-client.ts';
import { useStart } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { AuthActions, AuthFrame } from '#web/shell/auth-frame.tsx';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';

/**
 * /unsubscribe/{memberId}/{choice}/{secret}. Opening the page changes nothing, because mail scanners open links too.
 */
export function UnsubscribePage() {
  const { memberId, choice, secret } = useParams({ from: '/unsubscribe/$memberId/$choice/$secret' });
  const { face } = useStart();
  const [isStopped, setStopped] = useState(false);
  const params = { member_id: memberId, choice: choice as NotificationChoice, secret };
  const asked = useQuery({
    ...queryFor(getUnsubscribe, { params }),
    throwOnError: (error) => !isMissing(error),
  });
  const stop = useCall(unsubscribe, { onSuccess: () => setStopped(true) });
  const account = (
    <LinkButton href={paths.account()} variant={isStopped ? 'primary' : 'secondary'}>
      Manage notifications
    </LinkButton>
  );
  if (isMissing(asked.error)) {
    return (
      <AuthFrame
        board={face}
        title="This link does not work"
        lede="The address may be incomplete. In your account, you can choose which messages you get."
      >
        <AuthActions>{account}</AuthActions>
      </AuthFrame>
    );
  }
  if (asked.data === undefined) {
    return (
      <AuthFrame board={face} title="Stop these messages?">
        <ListSkeleton rows={1} />
      </AuthFrame>
    );
  }
  const { board, label, is_stopped: wasStopped } = asked.data;
  if (isStopped || wasStopped) {
    return (
      <AuthFrame
        board={board}
        title="These messages have been stopped"
        lede={`${board.title} will no longer send you “${label}” messages. You can turn them on again in your account.`}
      >
        <AuthActions>{account}</AuthActions>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      board={board}
      title="Stop these messages?"
      lede={`${board.title} will no longer send you “${label}” messages. You can still read everything on the board.`}
    >
      <AuthActions>
        <Button variant="primary" isPending={stop.isPending} onPress={() => stop.mutate({ params })}>
          Stop these messages
        </Button>
        {account}
      </AuthActions>
    </AuthFrame>
  );
}
