import { saveMeetingTemplate } from '#contract/meeting-templates.ts';
import type { Meeting } from '#contract/meetings.ts';
import { useContractForm } from '#web/api/use-contract-form.ts';
import { FormText } from '#web/ui/fields/form-field.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';

interface SaveTemplateDialogProps {
  readonly meeting: Pick<Meeting, 'id' | 'title'>;
  readonly onClose: () => void;
}

export function SaveTemplateDialog({ meeting, onClose }: SaveTemplateDialogProps) {
  const form = useContractForm({
    endpoint: saveMeetingTemplate,
    params: { id: meeting.id },
    defaults: { name: meeting.title },
    invalidates: ['meetings'],
    saved: 'Template saved',
    onSaved: onClose,
  });
  return (
    <FormDialog title="Save as template" submitLabel="Save template" form={form} onClose={onClose}>
      <p>
        Meetings created from this template start with this meeting’s type, place, length, agenda, presenters and
        audience, and suggest the same paper requests. Papers are not copied, nor are items withheld from anybody.
      </p>
      <FormText
        form={form}
        name="name"
        label="Name"
        description="Meetings created from the template get this title."
        autoFocus
        autoComplete="off"
        isRequired
      />
    </FormDialog>
  );
}
