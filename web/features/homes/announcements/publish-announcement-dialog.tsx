import { useQuery } from '@tanstack/react-query';
import { type Announcement, listAnnouncementReaders, publishAnnouncement } from '#contract/announcements.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { pendingText, recipientCount } from '#web/features/members/audience/audience.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Skeleton } from '#web/ui/feedback/skeletons.tsx';
import { AvatarStack } from '#web/ui/identity/avatar.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';

interface PublishAnnouncementDialogProps {
  readonly announcement: Pick<Announcement, 'id' | 'title'>;
  readonly onClose: () => void;
  readonly onPublished: () => void;
}

/** Says who gets the message, with their number, before anything is sent. */
export function PublishAnnouncementDialog({ announcement, onClose, onPublished }: PublishAnnouncementDialogProps) {
  const { id, title } = announcement;
  const { data } = useQuery({
    ...queryFor(listAnnouncementReaders, { params: { id } }),
    staleTime: 0,
    throwOnError: false,
  });
  const publish = useCall(publishAnnouncement, {
    invalidates: ['announcements', 'timeline'],
    onSuccess: () => {
      showToast('Announcement published, messages are on their way');
      onClose();
      onPublished();
    },
    onError: onClose,
  });
  const people = data === undefined ? [] : [...data.opened, ...data.not_opened];
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="m"
      title="Publish announcement"
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            autoFocus
            // Until the dialog has faded out, a second press must not publish again.
            isPending={publish.isPending || publish.isSuccess}
            isDisabled={data === undefined}
            onPress={() => publish.mutate({ params: { id }, body: { publish_on: null } })}
          >
            Publish
          </Button>
        </>
      }
    >
      <Stack gap="m">
        <p>
          <strong>{title}</strong>
        </p>
        <p>It appears on their dashboards, and each person gets it once by email.</p>
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
              <p className="meta">{pendingText(data.pending).replace('will get it', 'will see it')}</p>
            )}
          </div>
        )}
      </Stack>
    </Dialog>
  );
}
