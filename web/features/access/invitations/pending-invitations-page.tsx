import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Send, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { listInvitations, type PendingInvitation, resendInvitation } from '#contract/invitations.ts';
import { removePerson } from '#contract/people.ts';
import { formatHeadingDate } from '#domain/dates.ts';
import { counted } from '#domain/text.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { ConfirmCall } from '#web/shell/confirm-call.tsx';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Avatar } from '#web/ui/identity/avatar.tsx';
import { Cluster } from '#web/ui/layout.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { Breadcrumbs } from '#web/ui/rows/breadcrumbs.tsx';
import { Rows } from '#web/ui/rows/rows.tsx';
import { mailStatus } from './invitations.ts';
import styles from './pending-invitations-page.module.css';

/** Milliseconds between fetches while the mail server has not responded yet. */
const refetchPauses = [2_000, 4_000, 8_000, 15_000, 30_000, 60_000, 60_000] as const;

export function PendingInvitationsPage() {
  const client = useQueryClient();
  const { data } = useSuspenseQuery(queryFor(listInvitations));
  const isUnderWay = data.invitations.some(({ mail }) => mail.state === 'queued' || mail.state === 'waiting');
  const [openedWith] = useState(() => client.getQueryState(queryFor(listInvitations).queryKey)?.dataUpdateCount ?? 0);
  useQuery({
    ...queryFor(listInvitations),
    refetchInterval: (query) => (isUnderWay && refetchPauses[query.state.dataUpdateCount - openedWith]) || false,
  });
  return (
    <Page>
      <Breadcrumbs items={[{ label: 'People', href: paths.people() }]} />
      <PageHead
        title="Pending invitations"
        lede="Invited people get no notifications until they join. You can reply to meeting invitations for them."
        note={data.invitations.length > 0 && counted(data.invitations.length, 'person', 'people')}
        actions={data.invitations.length > 0 && <LinkButton href={paths.personCreate()}>New person</LinkButton>}
      />
      {data.invitations.length === 0 ? (
        <EmptyState
          title="No pending invitations"
          text="Everybody who was invited has joined. People you invite are listed here until they join."
          action={<LinkButton href={paths.personCreate()}>New person</LinkButton>}
        />
      ) : (
        <Rows label="Pending invitations">
          {data.invitations.map((invitation) => (
            <PendingRow key={invitation.member_id} invitation={invitation} />
          ))}
        </Rows>
      )}
    </Page>
  );
}

interface InvitationProps {
  readonly invitation: PendingInvitation;
}

function PendingRow({ invitation }: InvitationProps) {
  const { name, email, mail } = invitation;
  const timeZone = useTimeZone();
  const day = (instant: string): string => formatHeadingDate(new Date(instant), timeZone);
  return (
    <div className={styles.row}>
      <Avatar id={invitation.member_id} name={name} pending />
      <div className={styles.text}>
        <p className={styles.name}>
          {name} {invitation.is_board_admin && <Badge tone="line">Board admin</Badge>}{' '}
          {invitation.is_expired ? <Badge tone="negative">Expired</Badge> : <Badge tone="caution">Invited</Badge>}
        </p>
        <p className={styles.email}>{email}</p>
        <p className="meta">
          Sent {day(invitation.sent_at)}
          {invitation.invited_by !== null && ` by ${invitation.invited_by}`} ·{' '}
          {invitation.is_expired ? 'Expired' : 'Expires'} {day(invitation.expires_at)}
        </p>
        <p className={clsx('meta', mail.state === 'failed' && styles.failed)}>{mailStatus(mail)}</p>
      </div>
      <Cluster>
        <Resend invitation={invitation} />
        <Revoke invitation={invitation} />
      </Cluster>
    </div>
  );
}

function Resend({ invitation }: InvitationProps) {
  const resend = useCall(resendInvitation, {
    invalidates: ['invitations'],
    onSuccess: ({ email }) =>
      void showToast(`Sent again to ${email}. The earlier link no longer works.`, { icon: Send }),
  });
  return (
    <Button
      size="s"
      icon={Send}
      aria-label={`Resend to ${invitation.name}`}
      isPending={resend.isPending}
      onPress={() => resend.mutate({ params: { id: invitation.member_id }, body: {} })}
    >
      Resend
    </Button>
  );
}

function Revoke({ invitation }: InvitationProps) {
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <Button size="s" variant="quiet" aria-label={`Revoke ${invitation.name}`} onPress={() => setConfirming(true)}>
        Revoke
      </Button>
      <ConfirmCall
        endpoint={removePerson}
        input={{ params: { id: invitation.member_id } }}
        invalidates={['invitations', 'people', 'meetings', 'timeline']}
        onDone={() => showToast(`${invitation.name}’s invitation was revoked.`, { icon: UserMinus })}
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title={`Revoke ${invitation.name}’s invitation?`}
        confirmLabel="Revoke"
        danger
      >
        <p>
          The link will stop working, and {invitation.name} will be removed from the list of people. You can invite them
          again at any time.
        </p>
      </ConfirmCall>
    </>
  );
}
