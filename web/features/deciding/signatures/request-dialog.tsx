import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { listSignerCandidates, requestSignatures, type SignatureSubject } from '#contract/signatures.ts';
import { isoDate } from '#domain/dates.ts';
import { dayAfter } from '#domain/days.ts';
import { signatureLabels } from '#domain/messages/signatures.ts';
import { capacityCharactersMax, daysToSign, signersMax } from '#domain/signatures.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { useContractForm } from '#web/api/use-contract-form.ts';
import { paths } from '#web/paths.ts';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { FormField, FormText } from '#web/ui/fields/form-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { TokenField } from '#web/ui/fields/token-field.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';

interface RequestDialogProps {
  readonly subject: SignatureSubject;
  readonly title: string;
  readonly onClose: () => void;
}

const { body } = requestSignatures;
const schema = z.object({
  signers: z.array(z.string()).min(1).max(signersMax),
  capacities: z.record(z.string(), z.string()),
  last_day: body.shape.last_day,
  note: body.shape.note,
});

export function RequestDialog({ subject, title, onClose }: RequestDialogProps) {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const candidates = useQuery(queryFor(listSignerCandidates, { query: subject })).data?.members ?? [];
  const today = isoDate(new Date(), useTimeZone());
  const form = useContractForm({
    endpoint: requestSignatures,
    schema,
    defaults: { signers: [], capacities: {}, last_day: dayAfter(today, daysToSign.usual), note: '' },
    toBody: ({ signers, capacities, last_day, note }) => ({
      subject,
      signers: signers.map((id) => ({ member_id: id, capacity: capacities[id] ?? '' })),
      last_day,
      note,
    }),
    invalidates: ['signatures', 'waiting'],
    quiet: true,
    onFailed: (error) => setProblem(error.message),
    saved: 'Signatures requested',
    onSaved: ({ request }) => {
      onClose();
      void navigate({ href: paths.sign(request.id) });
    },
  });
  const chosen = useWatch({ control: form.control, name: 'signers' });
  return (
    <FormDialog
      title={`${signatureLabels.request}: ${title}`}
      submitLabel="Request"
      size="m"
      scrolls
      form={form}
      onClose={onClose}
    >
      <FormField form={form} name="signers">
        {(field) => (
          <TokenField
            label="Signers"
            placeholder="Add a member"
            description="Members who can see all of the document."
            options={candidates.map(({ id, name }) => ({ value: id, label: name }))}
            {...field}
          />
        )}
      </FormField>
      <FormField form={form} name="capacities">
        {({ value, onChange }) => (
          <>
            {chosen.map((id) => (
              <TextField
                key={id}
                label={`${candidates.find((each) => each.id === id)?.name ?? ''} signs as`}
                placeholder="For example Chair; may be empty"
                maxLength={capacityCharactersMax}
                value={value[id] ?? ''}
                onChange={(capacity) => onChange({ ...value, [id]: capacity })}
              />
            ))}
          </>
        )}
      </FormField>
      <FormField form={form} name="last_day">
        {(field) => (
          <DateField label="Sign by" min={today} max={dayAfter(today, daysToSign.max)} today={today} {...field} />
        )}
      </FormField>
      <FormText form={form} name="note" label="Sentence for the email" />
      {problem !== null && <ErrorText>{problem}</ErrorText>}
    </FormDialog>
  );
}
