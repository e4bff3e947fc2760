import { useRouter } from '@tanstack/react-router';
import { Download, Ellipsis, Pencil, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deleteMeeting, type Meeting } from '../../../contract/meetings.ts';
import { calendarPaths } from '../../../domain/calendar-paths.ts';
import { useCall } from '../../api/mutations.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Menu, MenuItem, MenuSeparator, MenuTrigger } from '../../ui/overlays/menu.tsx';
import { showToast } from '../../ui/overlays/toast.tsx';
import { PageToolbar } from '../../ui/page.tsx';
import { Badge } from '../../ui/rows/badge.tsx';
import { Breadcrumbs } from '../../ui/rows/breadcrumbs.tsx';
import { beginEditing } from './edit-mode.ts';
import { PublishDialog } from './publish-dialog.tsx';

/** What can be done with a meeting; the answer's `can` decides what is offered. */
export function MeetingToolbar({ meeting }: { readonly meeting: Meeting }) {
  const router = useRouter();
  const [asking, setAsking] = useState<'publish' | 'delete' | null>(null);
  const { can, id } = meeting;
  const remove = useCall(deleteMeeting, {
    invalidates: ['timeline'],
    onSuccess: async () => {
      await router.navigate({ href: paths.meetings(), replace: true });
      showToast('Draft deleted');
    },
    onError: () => setAsking(null),
  });
  const edit = (): void => beginEditing(id);
  const publish = (): void => setAsking('publish');
  return (
    <PageToolbar
      crumbs={
        <>
          <Breadcrumbs items={[{ label: 'Meetings', href: paths.meetings() }, { label: 'Whole board' }]} />
          {meeting.state === 'draft' && <Badge tone="caution">Draft</Badge>}
          {meeting.state === 'cancelled' && <Badge tone="negative">Cancelled</Badge>}
        </>
      }
    >
      {can.edit && (
        <Button size="s" icon={Pencil} onPress={edit}>
          Edit
        </Button>
      )}
      {can.publish && (
        <Button size="s" variant="primary" icon={Send} onPress={publish}>
          Publish
        </Button>
      )}
      <MenuTrigger>
        <IconButton outlined size="s" icon={Ellipsis} aria-label="Meeting actions" />
        <Menu aria-label="Meeting actions" wide>
          {can.edit && (
            <MenuItem onlySmall icon={Pencil} onAction={edit}>
              Edit
            </MenuItem>
          )}
          {can.publish && (
            <MenuItem onlySmall icon={Send} onAction={publish}>
              Publish
            </MenuItem>
          )}
          <MenuItem icon={Download} onAction={() => window.location.assign(calendarPaths.addMeeting('', id, 'ical'))}>
            Download .ics
          </MenuItem>
          {can.delete && (
            <>
              <MenuSeparator />
              <MenuItem icon={Trash2} danger onAction={() => setAsking('delete')}>
                Delete draft
              </MenuItem>
            </>
          )}
        </Menu>
      </MenuTrigger>
      <PublishDialog
        isOpen={asking === 'publish'}
        meeting={meeting}
        onClose={() => setAsking(null)}
        onPublished={() => showToast('Meeting published, invitations are on their way')}
      />
      <ConfirmDialog
        isOpen={asking === 'delete'}
        onClose={() => setAsking(null)}
        title="Delete this draft?"
        confirmLabel="Delete"
        danger
        isPending={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id } })}
      >
        <p>{meeting.title} goes with its agenda and its documents. Nobody has been told of it yet.</p>
      </ConfirmDialog>
    </PageToolbar>
  );
}
