import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AnswerOf } from '#contract/endpoint.ts';
import { type listSignatureRequests, requestSignatures, type SignatureSubject } from '#contract/signatures.ts';
import { isoDate } from '#domain/dates.ts';
import { dayAfter } from '#domain/days.ts';
import { signatureLabels } from '#domain/messages/signatures.ts';
import { daysToSign } from '#domain/signatures.ts';
import { isolated } from '#domain/text.ts';
import { useTimeZone } from '#web/api/start.ts';
import { useContractForm } from '#web/api/use-contract-form.ts';
import { SignersField } from '#web/features/deciding/deciding/signers-field.tsx';
import { paths } from '#web/paths.ts';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { FormField, FormText } from '#web/ui/fields/form-field.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';

interface RequestDialogProps {
  readonly subject: SignatureSubject;
  readonly about: AnswerOf<typeof listSignatureRequests>;
  readonly onClose: () => void;
}

export function RequestDialog({ subject, about, onClose }: RequestDialogProps) {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const today = isoDate(new Date(), useTimeZone());
  const form = useContractForm({
    endpoint: requestSignatures,
    defaults: { subject, signers: [], last_day: dayAfter(today, daysToSign.usual), note: '' },
    invalidates: ['signatures', 'waiting'],
    quiet: true,
    onFailed: (error) => setProblem(error.message),
    saved: 'Signatures requested',
    onSaved: ({ request }) => {
      onClose();
      void navigate({ href: paths.sign(request.id) });
    },
  });
  return (
    <FormDialog
      title={`${signatureLabels.request}: ${isolated(about.title)}`}
      submitLabel="Request"
      size="m"
      scrolls
      form={form}
      onClose={onClose}
    >
      <FormField form={form} name="signers">
        {(field) => <SignersField members={about.candidates} {...field} />}
      </FormField>
      <FormField form={form} name="last_day">
        {(field) => (
          <DateField label="Sign by" min={today} max={dayAfter(today, daysToSign.max)} today={today} {...field} />
        )}
      </FormField>
      <FormText form={form} name="note" label="Note for the email" />
      {problem !== null && <ErrorText>{problem}</ErrorText>}
    </FormDialog>
  );
}
