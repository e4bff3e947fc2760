import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link2Off, Send } from 'lucide-react';
import { announcementLinks, type MagicLinkOfMember, meetingLinks } from '#contract/magic.ts';
import { formatDate } from '#domain/dates.ts';
import type { MagicKind } from '#domain/magic-uid.ts';
import { magicMessages } from '#domain/messages/announcements.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { WhileLoading } from '#web/ui/feedback/while-loading.tsx';
import { PersonLine } from '#web/ui/identity/person-line.tsx';
import { Cluster, Stack } from '#web/ui/layout.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Rows } from '#web/ui/rows/rows.tsx';

interface LinksDialogProps {
  readonly kind: MagicKind;
  readonly id: string;
  readonly onClose: () => void;
}

const states: Readonly<Record<MagicLinkOfMember['state'], string>> = {
  open: 'Link works',
  revoked: 'Link ended',
  none: 'No link',
};

export function LinksDialog({ kind, id, onClose }: LinksDialogProps) {
  const client = useQueryClient();
  const timeZone = useTimeZone();
  const endpoints = kind === 'meeting' ? meetingLinks : announcementLinks;
  const list = queryFor(endpoints.list, { params: { id } });
  const query = useQuery({ ...list, staleTime: 0, throwOnError: false });
  const { data } = query;
  const show = (answer: NonNullable<typeof data>): void => void client.setQueryData(list.queryKey, answer);
  const renew = useCall(endpoints.renew, {
    onSuccess: (answer) => {
      show(answer);
      showToast('A new link is being sent by email');
    },
  });
  const revoke = useCall(endpoints.revoke, { onSuccess: show });
  return (
    <Dialog onClose={onClose} size="m" scrolls title="Links" actions={<Button onPress={onClose}>Close</Button>}>
      {data === undefined ? (
        <WhileLoading what="The links" query={query}>
          <ListSkeleton rows={4} />
        </WhileLoading>
      ) : (
        <Stack gap="m">
          {data.board_links === 'off' ? (
            <Notice tone="caution">{magicMessages.off}</Notice>
          ) : (
            <p className="meta">
              {data.can.renew
                ? `Until ${formatDate(data.ends_at, timeZone)}, each person can open this ${kind} with the link in their email, without signing in. Ending one link does not affect the others.`
                : `The links ended on ${formatDate(data.ends_at, timeZone)}.`}
            </p>
          )}
          {data.links.length === 0 ? (
            <p className="muted">Nobody has a link yet. Publishing sends one to each person.</p>
          ) : (
            <Rows label="Links">
              {data.links.map((link) => {
                const params = { id, member_id: link.member.member_id };
                return (
                  <LinkRow
                    key={link.member.member_id}
                    link={link}
                    canRenew={data.can.renew}
                    isBusy={renew.isPending || revoke.isPending}
                    onRenew={() => renew.mutate({ params, body: {} })}
                    onRevoke={() => revoke.mutate({ params, body: {} })}
                  />
                );
              })}
            </Rows>
          )}
        </Stack>
      )}
    </Dialog>
  );
}

interface LinkRowProps {
  readonly link: MagicLinkOfMember;
  readonly canRenew: boolean;
  readonly isBusy: boolean;
  readonly onRenew: () => void;
  readonly onRevoke: () => void;
}

function LinkRow({ link: { member, state }, canRenew, isBusy, onRenew, onRevoke }: LinkRowProps) {
  const actions = (
    <Cluster>
      <IconButton
        size="s"
        icon={Send}
        aria-label={`New link for ${member.name}`}
        isDisabled={isBusy}
        onPress={onRenew}
      />
      {state === 'open' && (
        <IconButton
          size="s"
          icon={Link2Off}
          aria-label={`End the link for ${member.name}`}
          isDisabled={isBusy}
          onPress={onRevoke}
        />
      )}
    </Cluster>
  );
  return (
    <PersonLine
      person={{ id: member.member_id, name: member.name, pictureUrl: member.img_url }}
      pending={member.is_pending}
      meta={member.is_pending ? 'Invited' : states[state]}
      end={member.is_pending || !canRenew ? undefined : actions}
    />
  );
}
