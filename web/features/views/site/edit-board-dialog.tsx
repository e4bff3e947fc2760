import { type SiteBoard, updateSiteBoard } from '#contract/site.ts';
import { changedFields, useContractForm } from '#web/api/use-contract-form.ts';
import { FormText } from '#web/ui/fields/form-field.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';

export function EditBoardDialog({ board, onClose }: { readonly board: SiteBoard; readonly onClose: () => void }) {
  const { title, shortname, plan_note } = board;
  const form = useContractForm({
    endpoint: updateSiteBoard,
    params: { id: board.id },
    defaults: { title, shortname, plan_note },
    toBody: (checked) => changedFields({ title, shortname, plan_note }, checked),
    invalidates: ['site'],
    saved: 'Board saved',
    onSaved: onClose,
  });
  return (
    <FormDialog scrolls title="Edit board" submitLabel="Save" form={form} onClose={onClose}>
      <FormText form={form} name="title" label="Title" isRequired />
      <FormText
        form={form}
        name="shortname"
        label="Short name"
        isRequired
        description="Used in addresses. The old one keeps working."
      />
      <FormText form={form} name="plan_note" label="Plan" description="For site admins alone." />
    </FormDialog>
  );
}
