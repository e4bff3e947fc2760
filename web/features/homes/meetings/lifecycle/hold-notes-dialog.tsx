import { useSuspenseQuery } from '@tanstack/react-query';
import { getNotesHold, holdNotes } from '#contract/meeting-minutes.ts';
import { formatLongDate } from '#domain/dates.ts';
import { holdReasonMax } from '#domain/note-destruction.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { useContractForm } from '#web/api/use-contract-form.ts';
import { ConfirmCall } from '#web/shell/confirm-call.tsx';
import { FormField } from '#web/ui/fields/form-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';

interface HoldNotesDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

export function HoldNotesDialog({ id, onClose }: HoldNotesDialogProps) {
  const timeZone = useTimeZone();
  const { hold } = useSuspenseQuery({ ...queryFor(getNotesHold, { params: { id } }), staleTime: 0 }).data;
  if (hold === null) return <HoldForm id={id} onClose={onClose} />;
  return (
    <ConfirmCall
      endpoint={holdNotes}
      input={{ params: { id }, body: { reason: null } }}
      invalidates={['minutes']}
      done="This meeting’s notes are no longer protected from destruction"
      title="Everything of this meeting is kept"
      confirmLabel="Stop keeping everything"
      cancelLabel="Close"
      onClose={onClose}
    >
      <p>
        Since {formatLongDate(hold.at, timeZone)}
        {hold.by !== '' && `, by ${hold.by}`}. Reason: {hold.reason}
      </p>
      <p>If you stop, members with marks on the papers will be notified 14 days before those marks are destroyed.</p>
    </ConfirmCall>
  );
}

function HoldForm({ id, onClose }: HoldNotesDialogProps) {
  const form = useContractForm({
    endpoint: holdNotes,
    params: { id },
    defaults: { reason: '' },
    invalidates: ['minutes'],
    saved: 'This meeting’s notes will not be destroyed',
    onSaved: onClose,
  });
  return (
    <FormDialog title="Keep everything of this meeting" submitLabel="Keep everything" form={form} onClose={onClose}>
      <p>
        Drafts of the minutes, comments on them, and marks on papers are kept until a board admin decides otherwise.
      </p>
      <FormField form={form} name="reason">
        {({ value, ...field }) => (
          <TextArea label="Reason" rows={3} maxLength={holdReasonMax} isRequired value={value ?? ''} {...field} />
        )}
      </FormField>
    </FormDialog>
  );
}
