import { useForm } from 'react-hook-form';
import { inviteFirstAdmin, type SiteBoard } from '#contract/site.ts';
import { markFields } from '#web/api/field-errors.ts';
import { useCall } from '#web/api/mutations.ts';
import { FieldRow } from '#web/ui/fields/field-row.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { FormText } from './form-text.tsx';

/** For a board on which nobody is admin any more, or yet. */
export function FirstAdminDialog({ board, onClose }: { readonly board: SiteBoard; readonly onClose: () => void }) {
  const { control, handleSubmit, setError } = useForm({ defaultValues: { first_name: '', last_name: '', email: '' } });
  const name = useCall(inviteFirstAdmin, {
    invalidates: ['site'],
    onSuccess: ({ invited }, { body }) => {
      onClose();
      showToast(invited ? `${body.email} is invited as board admin.` : `${body.email} is board admin now.`);
    },
    onError: (error) => markFields(error, setError),
  });
  return (
    <FormDialog
      isOpen
      scrolls
      title={`Name the admin of ${board.title}`}
      submitLabel="Name admin"
      isPending={name.isPending}
      onClose={onClose}
      onSubmit={() => void handleSubmit((body) => name.mutate({ params: { id: board.id }, body }))()}
    >
      <p>Nobody on this board can invite others. An active member becomes admin at once; anybody else is invited.</p>
      <FieldRow>
        <FormText control={control} name="first_name" label="First name" isRequired />
        <FormText control={control} name="last_name" label="Last name" isRequired />
      </FieldRow>
      <FormText control={control} name="email" label="Email" type="email" isRequired />
    </FormDialog>
  );
}
