import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listInvitations, type PendingInvitation } from '#contract/invitations.ts';
import { counted } from '#domain/counted.ts';
import { queryFor } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import { Breadcrumbs } from '#web/ui/rows/breadcrumbs.tsx';
import { Rows } from '#web/ui/rows/rows.tsx';
import { InvitersOnly } from './new-person-frame.tsx';
import { PendingRow } from './pending-row.tsx';

/**
 * Until the mail server has answered, the list asks again: a message goes out within seconds, or waits for hours. After the last
 * of these pauses, in milliseconds, it asks no more; whatever else happens to an invitation is told live.
 */
const askAgainMs = [2_000, 4_000, 8_000, 15_000, 30_000, 60_000, 60_000] as const;

/** /people/invitations: who is invited and has not joined. */
export function PendingInvitationsPage() {
  return (
    <InvitersOnly>
      <PendingInvitations />
    </InvitersOnly>
  );
}

function PendingInvitations() {
  const client = useQueryClient();
  const { data } = useSuspenseQuery(queryFor(listInvitations));
  const isUnderWay = data.invitations.some(({ mail }) => mail.state === 'queued' || mail.state === 'waiting');
  const [openedWith] = useState(() => client.getQueryState(queryFor(listInvitations).queryKey)?.dataUpdateCount ?? 0);
  useQuery({
    ...queryFor(listInvitations),
    refetchInterval: (query) => (isUnderWay && askAgainMs[query.state.dataUpdateCount - openedWith]) || false,
  });
  return (
    <Page>
      <Breadcrumbs items={[{ label: 'People', href: paths.people() }]} />
      <PageHead
        title="Pending invitations"
        lede="Until they join, invited people get no notifications. You can reply to meetings for them."
        note={data.invitations.length > 0 && counted(data.invitations.length, 'person', 'people')}
      />
      <PendingList invitations={data.invitations} />
    </Page>
  );
}

function PendingList({ invitations }: { readonly invitations: readonly PendingInvitation[] }) {
  if (invitations.length === 0) {
    return (
      <EmptyState
        title="Nobody is waiting"
        text="Everybody who was invited has joined. Whom you invite next stands here until then."
        action={<LinkButton href={paths.personCreate()}>New person</LinkButton>}
      />
    );
  }
  return (
    <Rows label="Pending invitations">
      {invitations.map((invitation) => (
        <PendingRow key={invitation.member_id} invitation={invitation} />
      ))}
    </Rows>
  );
}
