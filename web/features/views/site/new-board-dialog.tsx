import { Controller, useForm } from 'react-hook-form';
import { createSiteBoard } from '#contract/site.ts';
import { markFields } from '#web/api/field-errors.ts';
import { useCall } from '#web/api/mutations.ts';
import { TimeZoneField } from '#web/features/core/boards/time-zone-field.tsx';
import { FieldRow } from '#web/ui/fields/field-row.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { FormText } from './form-text.tsx';

/** Opens a board and invites who is to run it. */
export function NewBoardDialog({ onClose }: { readonly onClose: () => void }) {
  const { control, handleSubmit, setError } = useForm({
    defaultValues: {
      title: '',
      shortname: '',
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      plan_note: '',
      first_name: '',
      last_name: '',
      email: '',
    },
  });
  const create = useCall(createSiteBoard, {
    invalidates: ['site'],
    onSuccess: (_answer, { body }) => {
      onClose();
      showToast(`${body.title} is open. ${body.first_name} ${body.last_name} is invited as its admin.`);
    },
    onError: (error) => markFields(error, setError),
  });
  return (
    <FormDialog
      isOpen
      scrolls
      title="New board"
      submitLabel="Open board"
      isPending={create.isPending}
      onClose={onClose}
      onSubmit={() => void handleSubmit((body) => create.mutate({ body }))()}
    >
      <FormText control={control} name="title" label="Title" isRequired />
      <FormText
        control={control}
        name="shortname"
        label="Short name"
        description="Used in addresses. Made from the title when left empty."
      />
      <Controller
        control={control}
        name="time_zone"
        render={({ field, fieldState }) => (
          <TimeZoneField
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            name={field.name}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
      <FormText control={control} name="plan_note" label="Plan" description="For site admins alone." />
      <FieldRow>
        <FormText control={control} name="first_name" label="First name of its admin" isRequired />
        <FormText control={control} name="last_name" label="Last name" isRequired />
      </FieldRow>
      <FormText control={control} name="email" label="Email" type="email" isRequired />
    </FormDialog>
  );
}
