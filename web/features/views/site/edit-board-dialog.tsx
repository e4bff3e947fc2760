import { useForm } from 'react-hook-form';
import { type SiteBoard, updateSiteBoard } from '#contract/site.ts';
import { markFields } from '#web/api/field-errors.ts';
import { useCall } from '#web/api/mutations.ts';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { FormText } from './form-text.tsx';

export function EditBoardDialog({ board, onClose }: { readonly board: SiteBoard; readonly onClose: () => void }) {
  const { control, handleSubmit, setError } = useForm({
    defaultValues: { title: board.title, shortname: board.shortname, plan_note: board.plan_note },
  });
  const update = useCall(updateSiteBoard, {
    invalidates: ['site'],
    onSuccess: () => {
      onClose();
      showToast('Board saved');
    },
    onError: (error) => markFields(error, setError),
  });
  const submit = handleSubmit((typed) => {
    const { title, shortname, plan_note: planNote } = typed;
    const body = {
      ...(title === board.title ? {} : { title }),
      ...(shortname === board.shortname ? {} : { shortname }),
      ...(planNote === board.plan_note ? {} : { plan_note: planNote }),
    };
    update.mutate({ params: { id: board.id }, body });
  });
  return (
    <FormDialog
      isOpen
      scrolls
      title="Edit board"
      submitLabel="Save"
      isPending={update.isPending}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <FormText control={control} name="title" label="Title" isRequired />
      <FormText
        control={control}
        name="shortname"
        label="Short name"
        isRequired
        description="Used in addresses. The old one keeps working."
      />
      <FormText control={control} name="plan_note" label="Plan" description="For site admins alone." />
    </FormDialog>
  );
}
