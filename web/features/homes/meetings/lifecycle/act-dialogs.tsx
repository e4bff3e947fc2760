import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { cancelMeeting, remindSilent, restoreMeeting } from '#contract/meeting-lifecycle.ts';
import { deleteMeeting, type Meeting } from '#contract/meetings.ts';
import { agendaMinutes } from '#domain/agenda.ts';
import { cancelText, publishedText, remindText, restoreText } from '#web/features/homes/meetings/action-labels.ts';
import { beginEditing } from '#web/features/homes/meetings/edit-mode.ts';
import { paths } from '#web/paths.ts';
import { ConfirmCall } from '#web/shell/confirm-call.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { NotifyChangesDialog } from './notify-changes-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { WordToMembers } from './word-to-members.tsx';

const DeletedDocumentsDialog = lazyPart(
  () => import('#web/features/papers/documents/deleted-documents-dialog.tsx'),
  'DeletedDocumentsDialog',
);
const LinksDialog = lazyPart(() => import('#web/features/core/secret-addresses/links-dialog.tsx'), 'LinksDialog');
const SaveTemplateDialog = lazyPart(
  () => import('#web/features/homes/meetings/templates/save-template-dialog.tsx'),
  'SaveTemplateDialog',
);
const HoldNotesDialog = lazyPart(() => import('./hold-notes-dialog.tsx'), 'HoldNotesDialog');

export type OpenDialog =
  | 'publish'
  | 'delete'
  | 'cancel'
  | 'restore'
  | 'remind'
  | 'tell'
  | 'template'
  | 'links'
  | 'deleted-documents'
  | 'hold';

interface ActDialogsProps {
  readonly meeting: Meeting;
  readonly asking: OpenDialog | null;
  readonly onClose: () => void;
}

export function ActDialogs({ meeting, asking, onClose }: ActDialogsProps) {
  const { id } = meeting;
  const recipients = meeting.counts?.recipients ?? 0;
  return (
    <>
      {asking === 'deleted-documents' && <DeletedDocumentsDialog home="meeting" id={id} onClose={onClose} />}
      {asking === 'template' && <SaveTemplateDialog meeting={meeting} onClose={onClose} />}
      {asking === 'links' && <LinksDialog kind="meeting" id={id} onClose={onClose} />}
      {asking === 'hold' && <HoldNotesDialog id={id} onClose={onClose} />}
      <PublishDialog
        isOpen={asking === 'publish'}
        meeting={{
          ...meeting,
          dateCount: meeting.date_search?.options.length ?? 0,
          itemIds: meeting.agenda_items.map((item) => item.id),
          agendaMinutes: agendaMinutes(meeting.agenda_items),
        }}
        onClose={onClose}
        onAddLink={() => beginEditing(id, { lacksLink: true })}
        onPublished={() => showToast(publishedText(meeting.finds_date))}
      />
      <NotifyChangesDialog isOpen={asking === 'tell'} meeting={meeting} onClose={onClose} />
      <DeleteDialog isOpen={asking === 'delete'} meeting={meeting} onClose={onClose} />
      <CancelDialog isOpen={asking === 'cancel'} meeting={meeting} onClose={onClose} />
      <ConfirmCall
        endpoint={restoreMeeting}
        input={{ params: { id }, body: {} }}
        invalidates={['meetings', 'timeline']}
        done="Meeting restored. Messages are being sent."
        isOpen={asking === 'restore'}
        onClose={onClose}
        title="Restore this meeting?"
        confirmLabel="Restore meeting"
      >
        <p>{restoreText(recipients, meeting.finds_date)}</p>
      </ConfirmCall>
      <ConfirmCall
        endpoint={remindSilent}
        input={{ params: { id }, body: {} }}
        invalidates={['meetings']}
        onDone={({ recipient_count: count }) =>
          showToast(count === 1 ? '1 reminder is being sent' : `${count} reminders are being sent`)
        }
        isOpen={asking === 'remind'}
        onClose={onClose}
        title={meeting.finds_date ? 'Remind those who have not answered?' : 'Remind those who have not replied?'}
        confirmLabel="Send reminders"
      >
        <p>{remindText(meeting.counts?.silent ?? 0, meeting.finds_date)}</p>
      </ConfirmCall>
    </>
  );
}

type ActDialogProps = Omit<ActDialogsProps, 'asking'> & { readonly isOpen: boolean };

function CancelDialog({ meeting, isOpen, onClose }: ActDialogProps) {
  const [note, setNote] = useState('');
  const recipients = meeting.counts?.recipients ?? 0;
  return (
    <ConfirmCall
      endpoint={cancelMeeting}
      input={{ params: { id: meeting.id }, body: { note } }}
      invalidates={['meetings', 'timeline']}
      done="Meeting cancelled. Messages are being sent."
      onDone={() => setNote('')}
      isOpen={isOpen}
      onClose={onClose}
      title="Cancel this meeting?"
      confirmLabel="Cancel meeting"
      cancelLabel="Keep it"
      danger
    >
      <Stack gap="m">
        <p>{cancelText(recipients, meeting.finds_date)}</p>
        {recipients > 0 && <WordToMembers value={note} onChange={setNote} />}
      </Stack>
    </ConfirmCall>
  );
}

function DeleteDialog({ meeting, isOpen, onClose }: ActDialogProps) {
  const router = useRouter();
  const isDraft = meeting.state === 'draft';
  return (
    <ConfirmCall
      endpoint={deleteMeeting}
      input={{ params: { id: meeting.id } }}
      invalidates={['timeline']}
      onDone={async () => {
        await router.navigate({ href: paths.meetings(), replace: true });
        showToast(isDraft ? 'Draft deleted' : 'Meeting deleted');
      }}
      isOpen={isOpen}
      onClose={onClose}
      title={isDraft ? 'Delete this draft?' : 'Delete this meeting?'}
      confirmLabel="Delete"
      danger
    >
      <p>
        {meeting.title} will be deleted with its agenda and documents. You can restore it from Recently deleted for 30
        days.
      </p>
    </ConfirmCall>
  );
}
