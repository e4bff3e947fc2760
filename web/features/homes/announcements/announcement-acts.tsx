import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Ellipsis, FileX, Link, Pencil, Send, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { MenuTrigger } from 'react-aria-components';
import {
  type Announcement,
  deleteAnnouncement,
  listAnnouncementReaders,
  publishAnnouncement,
  undeleteAnnouncement,
  unpublishAnnouncement,
} from '#contract/announcements.ts';
import { call } from '#web/api/call.ts';
import { reportFailure } from '#web/api/general-error.ts';
import { useCall } from '#web/api/mutations.ts';
import { invalidateNouns, queryFor } from '#web/api/queries.ts';
import { queryClient } from '#web/api/query-client.ts';
import { pendingText, recipientCount } from '#web/features/members/audience/audience.ts';
import { MissingPapers } from '#web/features/papers/documents/uploads/missing-papers.tsx';
import { paths } from '#web/paths.ts';
import { ConfirmCall } from '#web/shell/confirm-call.tsx';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Skeleton } from '#web/ui/feedback/skeletons.tsx';
import { AvatarStack } from '#web/ui/identity/avatar.tsx';
import { Cluster, Stack } from '#web/ui/layout.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { ActionDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';

const DeletedDocumentsDialog = lazyPart(
  () => import('#web/features/papers/documents/deleted-documents-dialog.tsx'),
  'DeletedDocumentsDialog',
);
const LinksDialog = lazyPart(() => import('#web/features/core/secret-addresses/links-dialog.tsx'), 'LinksDialog');

type Asking = 'publish' | 'unpublish' | 'delete' | 'links' | 'deleted-documents';

const invalidates = ['announcements', 'timeline'] as const;

export function AnnouncementActs({ announcement }: { readonly announcement: Announcement }) {
  const { id, can, state } = announcement;
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = (): void => setAsking(null);
  return (
    <Cluster>
      <LinkButton size="s" icon={Pencil} href={paths.announcementEdit(id)}>
        Edit
      </LinkButton>
      <MenuTrigger>
        <IconButton outlined size="s" icon={Ellipsis} aria-label="Announcement actions" />
        <Menu aria-label="Announcement actions">
          {can.publish && <MenuItem icon={Send} label="Publish now" onAction={() => setAsking('publish')} />}
          {can.unpublish && (
            <MenuItem
              icon={Undo2}
              label={state === 'scheduled' ? 'Cancel publication' : 'Unpublish'}
              onAction={() => setAsking('unpublish')}
            />
          )}
          {state === 'published' && <MenuItem icon={Link} label="Links" onAction={() => setAsking('links')} />}
          <MenuItem icon={FileX} label="Deleted documents" onAction={() => setAsking('deleted-documents')} />
          {can.delete && <MenuItem icon={Trash2} label="Delete" danger onAction={() => setAsking('delete')} />}
        </Menu>
      </MenuTrigger>
      {asking === 'publish' && (
        <PublishAnnouncementDialog announcement={announcement} onClose={close} onPublished={close} />
      )}
      {asking === 'deleted-documents' && <DeletedDocumentsDialog home="announcement" id={id} onClose={close} />}
      {asking === 'links' && <LinksDialog kind="announcement" id={id} onClose={close} />}
      <UnpublishDialog announcement={announcement} isOpen={asking === 'unpublish'} onClose={close} />
      <DeleteDialog announcement={announcement} isOpen={asking === 'delete'} onClose={close} />
    </Cluster>
  );
}

interface ActDialogProps {
  readonly announcement: Announcement;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function UnpublishDialog({ announcement: { id, state }, isOpen, onClose }: ActDialogProps) {
  return (
    <ConfirmCall
      endpoint={unpublishAnnouncement}
      input={{ params: { id }, body: {} }}
      invalidates={invalidates}
      done="The announcement is a draft again"
      isOpen={isOpen}
      onClose={onClose}
      title={state === 'scheduled' ? 'Cancel the scheduled publication?' : 'Unpublish this announcement?'}
      confirmLabel={state === 'scheduled' ? 'Return to draft' : 'Unpublish'}
    >
      <p>
        {state === 'scheduled'
          ? 'It becomes a draft again, and nobody is notified.'
          : 'It becomes a draft again, and the links in its emails stop working. Emails already sent cannot be recalled.'}
      </p>
    </ConfirmCall>
  );
}

function DeleteDialog({ announcement: { id, title }, isOpen, onClose }: ActDialogProps) {
  const router = useRouter();
  return (
    <ConfirmCall
      endpoint={deleteAnnouncement}
      input={{ params: { id } }}
      onDone={async () => {
        await router.navigate({ href: paths.announcements() });
        void invalidateNouns(queryClient, invalidates);
        showToast(`${title} deleted`, { action: { label: 'Undo', onAction: () => void bringBack(id, title) } });
      }}
      isOpen={isOpen}
      onClose={onClose}
      title="Delete this announcement?"
      confirmLabel="Delete"
      danger
    >
      <p>{title} will be deleted with its documents. You can restore it for 30 days.</p>
    </ConfirmCall>
  );
}

async function bringBack(id: string, title: string): Promise<void> {
  try {
    await call(undeleteAnnouncement, { params: { id }, body: {} });
    void invalidateNouns(queryClient, invalidates);
    showToast(`${title} was restored`);
  } catch (error) {
    reportFailure(error);
  }
}

interface PublishAnnouncementDialogProps {
  readonly announcement: Pick<Announcement, 'id' | 'title'>;
  readonly onClose: () => void;
  readonly onPublished: () => void;
}

export function PublishAnnouncementDialog({ announcement, onClose, onPublished }: PublishAnnouncementDialogProps) {
  const { id, title } = announcement;
  const { data } = useQuery({
    ...queryFor(listAnnouncementReaders, { params: { id } }),
    staleTime: 0,
    throwOnError: false,
  });
  const publish = useCall(publishAnnouncement, {
    invalidates,
    onSuccess: () => {
      showToast('Announcement published. Messages are being sent.');
      onClose();
      onPublished();
    },
    onError: onClose,
  });
  const people = data === undefined ? [] : [...data.opened, ...data.not_opened];
  return (
    <ActionDialog
      onClose={onClose}
      size="m"
      title="Publish announcement"
      confirmLabel="Publish"
      autoFocus
      // Stays pending until the dialog has faded out, so that a second click cannot publish again.
      isPending={publish.isPending || publish.isSuccess}
      isDisabled={data === undefined}
      onConfirm={() => publish.mutate({ params: { id }, body: { publish_on: null } })}
    >
      <Stack gap="m">
        <p>
          <strong>{title}</strong>
        </p>
        <MissingPapers of={[id]} />
        <p>It will appear on these people’s dashboards, and each of them will get one email about it.</p>
        {data === undefined ? (
          <Skeleton width={75} />
        ) : (
          <div>
            <p>
              <strong>{recipientCount(people.length)}</strong>
            </p>
            <AvatarStack
              people={people.map((each) => ({ id: each.member_id, name: each.name, pictureUrl: each.img_url }))}
            />
            {data.pending.length > 0 && (
              <p className="meta">{pendingText(data.pending).replace('will be notified', 'will see it')}</p>
            )}
          </div>
        )}
      </Stack>
    </ActionDialog>
  );
}
