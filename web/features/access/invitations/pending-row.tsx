import { clsx } from 'clsx';
import { Send, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { type PendingInvitation, resendInvitation } from '#contract/invitations.ts';
import { removePerson } from '#contract/people.ts';
import { formatHeadingDate } from '#domain/dates.ts';
import { useCall } from '#web/api/mutations.ts';
import { useTimeZone } from '#web/api/start.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Avatar } from '#web/ui/identity/avatar.tsx';
import { Cluster } from '#web/ui/layout.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { mailWords } from './invitation-words.ts';
import styles from './pending-row.module.css';

/** One invitation: what became of it, and what can be done about it. */
export function PendingRow({ invitation }: { readonly invitation: PendingInvitation }) {
  const { name, email, mail } = invitation;
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
          <Dates invitation={invitation} />
        </p>
        <p className={clsx('meta', mail.state === 'failed' && styles.failed)}>{mailWords(mail)}</p>
      </div>
      <Cluster>
        <Resend invitation={invitation} />
        <Revoke invitation={invitation} />
      </Cluster>
    </div>
  );
}

function Dates({ invitation }: { readonly invitation: PendingInvitation }) {
  const timeZone = useTimeZone();
  const day = (instant: string): string => formatHeadingDate(new Date(instant), timeZone);
  const by = invitation.invited_by === null ? '' : ` by ${invitation.invited_by}`;
  return (
    <>
      Sent {day(invitation.sent_at)}
      {by} · {invitation.is_expired ? 'Expired' : 'Expires'} {day(invitation.expires_at)}
    </>
  );
}

function Resend({ invitation }: { readonly invitation: PendingInvitation }) {
  const resend = useCall(resendInvitation, {
    invalidates: ['invitations'],
    onSuccess: ({ email }) =>
      void showToast(`Sent again to ${email}. The link before opens nothing now.`, { icon: Send }),
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

function Revoke({ invitation }: { readonly invitation: PendingInvitation }) {
  const [isAsking, setAsking] = useState(false);
  const revoke = useCall(removePerson, {
    invalidates: ['invitations', 'people', 'meetings', 'timeline'],
    onSuccess: () => {
      setAsking(false);
      showToast(`The invitation of ${invitation.name} is revoked.`, { icon: UserMinus });
    },
    onError: () => setAsking(false),
  });
  return (
    <>
      <Button size="s" variant="quiet" aria-label={`Revoke ${invitation.name}`} onPress={() => setAsking(true)}>
        Revoke
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Revoke the invitation of ${invitation.name}?`}
        confirmLabel="Revoke"
        danger
        isPending={revoke.isPending}
        onConfirm={() => revoke.mutate({ params: { id: invitation.member_id } })}
      >
        The link stops working and {invitation.name} leaves the list of people. You can invite them again at any time.
      </ConfirmDialog>
    </>
  );
}
