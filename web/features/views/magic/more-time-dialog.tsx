import { z } from 'zod';
import { day, requiredText } from '#contract/fields.ts';
import { type AuthorPage, replyToPaperRequest } from '#contract/paper-requests.ts';
import { paperLimits } from '#domain/paper-requests.ts';
import { useContractForm } from '#web/api/use-contract-form.ts';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { FormField, FormText } from '#web/ui/fields/form-field.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';

interface MoreTimeDialogProps {
  readonly uid: string;
  readonly paper: AuthorPage['papers'][number];
  readonly today: string;
  readonly onPage: (page: AuthorPage) => void;
  readonly onClose: () => void;
}

const schema = z.object({ until: day, reason: requiredText(paperLimits.reasonCharactersMax) });

export function MoreTimeDialog({ uid, paper, today, onPage, onClose }: MoreTimeDialogProps) {
  const form = useContractForm({
    endpoint: replyToPaperRequest,
    params: { uid, id: paper.id },
    schema,
    defaults: { until: '', reason: '' },
    toBody: (checked) => ({ reply: { kind: 'more-time' as const, ...checked } }),
    fieldOf: (name) => name.replace(/^reply\./, '') as 'until' | 'reason',
    onSaved: (page) => {
      onPage(page);
      onClose();
    },
  });
  return (
    <FormDialog title="Ask for more time" submitLabel="Ask" form={form} onClose={onClose}>
      <FormField form={form} name="until">
        {(field) => <DateField label="Until" isRequired min={today} today={today} {...field} />}
      </FormField>
      <FormText form={form} name="reason" label="Why" isRequired />
    </FormDialog>
  );
}
