import { useState } from 'react';
import { z } from 'zod';
import { type ActionBody, actionFields, createActionItem } from '#contract/action-items.ts';
import { actionTitleCharactersMax } from '#domain/action-items.ts';
import { actionLabels } from '#domain/messages/deciding.ts';
import { useCall } from '#web/api/mutations.ts';
import { useSchemaForm } from '#web/api/use-contract-form.ts';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { FormField, FormText, FormTextArea } from '#web/ui/fields/form-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { OwnerField } from './action-dialog.tsx';
import { bodyName } from './action-labels.ts';

export type MakeActionOf =
  | {
      readonly kind: 'meeting';
      readonly id: string;
      readonly agenda: readonly { readonly id: string; readonly title: string; readonly number: string }[];
      readonly agendaItem: string | null;
    }
  | { readonly kind: 'body'; readonly bodies: readonly ActionBody[] };

interface MakeActionDialogProps {
  readonly of: MakeActionOf;
  readonly today: string;
  readonly onClose: () => void;
}

const formSchema = z.object(actionFields);
const wholeMeeting = 'meeting';

export function MakeActionDialog({ of, today, onClose }: MakeActionDialogProps) {
  const [agendaItem, setAgendaItem] = useState((of.kind === 'meeting' ? of.agendaItem : null) ?? wholeMeeting);
  const [body, setBody] = useState(of.kind === 'body' ? (of.bodies[0]?.id ?? '') : '');
  const create = useCall(createActionItem, { invalidates: ['actionItems', 'waiting'] });
  const form = useSchemaForm({
    defaults: { title: '', notes: '', owner_id: '', due_on: '' },
    schema: formSchema,
    send: (checked) =>
      create.mutateAsync({
        body: {
          ...checked,
          ...(of.kind === 'body'
            ? { body_id: body }
            : { meeting_id: of.id, agenda_item_id: agendaItem === wholeMeeting ? null : agendaItem }),
        },
      }),
    onSaved: () => {
      onClose();
      showToast('Action item created');
    },
  });
  return (
    <FormDialog
      title={actionLabels.create}
      size="m"
      scrolls
      submitLabel="Create action item"
      form={form}
      onClose={onClose}
    >
      <FormText form={form} name="title" label="Action" maxLength={actionTitleCharactersMax} isRequired />
      {of.kind === 'body' && of.bodies.length > 1 && (
        <Select
          label="Body"
          options={of.bodies.map((each) => ({ value: each.id, label: bodyName(each) }))}
          value={body}
          onChange={(next) => {
            setBody(next);
            form.setValue('owner_id', '');
          }}
        />
      )}
      {of.kind === 'meeting' && of.agenda.length > 0 && (
        <Select
          label="Agenda item"
          options={[
            { value: wholeMeeting, label: 'None' },
            ...of.agenda.map(({ id, number, title }) => ({ value: id, label: `${number} ${title}` })),
          ]}
          value={agendaItem}
          onChange={setAgendaItem}
        />
      )}
      <OwnerField
        key={body}
        form={form}
        meetingId={of.kind === 'meeting' ? of.id : undefined}
        bodyId={of.kind === 'body' ? body : undefined}
      />
      <FormField form={form} name="due_on">
        {(field) => <DateField label="Due date" isRequired min={today} today={today} {...field} />}
      </FormField>
      <FormTextArea form={form} name="notes" label="Notes" rows={3} />
    </FormDialog>
  );
}
