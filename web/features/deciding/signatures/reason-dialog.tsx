import { declineToSign, voidSignatures } from '#contract/signatures.ts';
import type { ContractForm } from '#web/api/use-checked-form.ts';
import { useContractForm } from '#web/api/use-contract-form.ts';
import { FormText } from '#web/ui/fields/form-field.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';

interface EndingProps {
  readonly id: string;
  readonly onClose: () => void;
}

const ending = ({ id, onClose }: EndingProps) => ({
  params: { id },
  defaults: { reason: '' },
  invalidates: ['signatures', 'waiting'] as const,
  onSaved: onClose,
});

export function DeclineDialog(props: EndingProps) {
  const form = useContractForm({ endpoint: declineToSign, ...ending(props) });
  return (
    <ReasonDialog title="Decline to sign?" submitLabel="Decline" form={form} onClose={props.onClose}>
      This ends the request. Everybody involved will see your reason.
    </ReasonDialog>
  );
}

export function VoidDialog(props: EndingProps) {
  const form = useContractForm({ endpoint: voidSignatures, ...ending(props) });
  return (
    <ReasonDialog title="Void the request?" submitLabel="Void" form={form} onClose={props.onClose}>
      Signatures already given will no longer count. The document can be changed again.
    </ReasonDialog>
  );
}

interface ReasonDialogProps {
  readonly title: string;
  readonly submitLabel: string;
  readonly form: ContractForm<{ reason: string }, { reason: string }>;
  readonly onClose: () => void;
  readonly children: string;
}

function ReasonDialog({ title, submitLabel, form, onClose, children }: ReasonDialogProps) {
  return (
    <FormDialog title={title} submitLabel={submitLabel} form={form} onClose={onClose}>
      <p>{children}</p>
      <FormText form={form} name="reason" label="Reason" isRequired autoFocus />
    </FormDialog>
  );
}
