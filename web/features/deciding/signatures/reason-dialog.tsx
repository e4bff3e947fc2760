import type { declineToSign, voidSignatures } from '#contract/signatures.ts';
import { useContractForm } from '#web/api/use-contract-form.ts';
import { FormText } from '#web/ui/fields/form-field.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';

interface ReasonDialogProps {
  readonly endpoint: typeof declineToSign | typeof voidSignatures;
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly submitLabel: string;
  readonly onClose: () => void;
}

/** Ends a request; everybody involved sees the reason. */
export function ReasonDialog({ endpoint, id, title, text, submitLabel, onClose }: ReasonDialogProps) {
  const form = useContractForm({
    endpoint,
    params: { id },
    defaults: { reason: '' },
    invalidates: ['signatures', 'waiting'],
    onSaved: onClose,
  });
  return (
    <FormDialog title={title} submitLabel={submitLabel} form={form} onClose={onClose}>
      <p>{text}</p>
      <FormText form={form} name="reason" label="Reason" isRequired autoFocus />
    </FormDialog>
  );
}
