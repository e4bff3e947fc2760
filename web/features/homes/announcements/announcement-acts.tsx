import { useRouter } from '@tanstack/react-router';
import { Ellipsis, FileX, Link, Pencil, Send, Trash2, Undo2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import {
  type Announcement,
  deleteAnnouncement,
  undeleteAnnouncement,
  unpublishAnnouncement,
} from '#contract/announcements.ts';
import { call } from '#web/api/call.ts';
import { reportFailure } from '#web/api/general-error.ts';
import { useCall } from '#web/api/mutations.ts';
import { invalidateNouns } from '#web/api/queries.ts';
import { queryClient } from '#web/api/query-client.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Cluster } from '#web/ui/layout.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Menu, MenuItem, MenuTrigger } from '#web/ui/overlays/menu.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { PublishAnnouncementDialog } from './publish-announcement-dialog.tsx';

const DeletedDocumentsDialog = lazy(async () => ({
  default: (await import('#web/features/papers/documents/deleted-documents-dialog.tsx')).DeletedDocumentsDialog,
}));
const LinksDialog = lazy(async () => ({
  default: (await import('#web/features/core/secret-addresses/links-dialog.tsx')).LinksDialog,
}));

/** What editors do with an announcement beyond writing it. */
export function AnnouncementActs({ announcement }: { readonly announcement: Announcement }) {
  const router = useRouter();
  const { id, title, can, state } = announcement;
  const [asking, setAsking] = useState<'publish' | 'unpublish' | 'delete' | 'links' | 'deleted-documents' | null>(null);
  const close = (): void => setAsking(null);
  const invalidates = ['announcements', 'timeline'] as const;
  const unpublish = useCall(unpublishAnnouncement, {
    invalidates,
    onSuccess: () => {
      close();
      showToast('It is a draft again');
    },
    onError: close,
  });
  const remove = useCall(deleteAnnouncement, {
    onSuccess: async () => {
      close();
      await router.navigate({ href: paths.announcements() });
      void invalidateNouns(queryClient, invalidates);
      showToast(`${title} deleted`, { action: { label: 'Undo', onAction: () => void bringBack(id, title) } });
    },
    onError: close,
  });
  return (
    <Cluster>
      <LinkButton size="s" icon={Pencil} href={paths.announcementEdit(id)}>
        Edit
      </LinkButton>
      <MenuTrigger>
        <IconButton outlined size="s" icon={Ellipsis} aria-label="Announcement actions" />
        <Menu aria-label="Announcement actions">
          {can.publish && (
            <MenuItem icon={Send} onAction={() => setAsking('publish')}>
              Publish now
            </MenuItem>
          )}
          {can.unpublish && (
            <MenuItem icon={Undo2} onAction={() => setAsking('unpublish')}>
              {state === 'scheduled' ? 'Do not publish' : 'Unpublish'}
            </MenuItem>
          )}
          {state === 'published' && (
            <MenuItem icon={Link} onAction={() => setAsking('links')}>
              Links
            </MenuItem>
          )}
          <MenuItem icon={FileX} onAction={() => setAsking('deleted-documents')}>
            Deleted documents
          </MenuItem>
          {can.delete && (
            <MenuItem icon={Trash2} danger onAction={() => setAsking('delete')}>
              Delete
            </MenuItem>
          )}
        </Menu>
      </MenuTrigger>
      {asking === 'publish' && (
        <PublishAnnouncementDialog announcement={announcement} onClose={close} onPublished={close} />
      )}
      <Suspense>
        {asking === 'deleted-documents' && <DeletedDocumentsDialog home="announcement" id={id} onClose={close} />}
      </Suspense>
      <Suspense>{asking === 'links' && <LinksDialog kind="announcement" id={id} onClose={close} />}</Suspense>
      <ConfirmDialog
        isOpen={asking === 'unpublish'}
        onClose={close}
        title={state === 'scheduled' ? 'Do not publish it?' : 'Unpublish this announcement?'}
        confirmLabel={state === 'scheduled' ? 'Make it a draft' : 'Unpublish'}
        isPending={unpublish.isPending}
        onConfirm={() => unpublish.mutate({ params: { id }, body: {} })}
      >
        <p>
          {state === 'scheduled'
            ? 'It becomes a draft again, and nobody is told.'
            : 'It becomes a draft again, and the links in its mail open nothing. Mail that was sent stays sent.'}
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asking === 'delete'}
        onClose={close}
        title="Delete this announcement?"
        confirmLabel="Delete"
        danger
        isPending={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id } })}
      >
        <p>{title} goes with its documents. It can be restored for 30 days.</p>
      </ConfirmDialog>
    </Cluster>
  );
}

async function bringBack(id: string, title: string): Promise<void> {
  try {
    await call(undeleteAnnouncement, { params: { id }, body: {} });
    void invalidateNouns(queryClient, ['announcements', 'timeline']);
    showToast(`${title} is back`);
  } catch (error) {
    reportFailure(error);
  }
}
