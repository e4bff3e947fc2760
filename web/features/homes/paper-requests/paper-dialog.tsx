import { useState } from 'react';
import { z } from 'zod';
import { day, requiredText } from '#contract/fields.ts';
import { actOnPaper, type PaperRequest } from '#contract/paper-requests.ts';
import { paperLimits } from '#domain/paper-requests.ts';
import { useContractForm } from '#web/api/use-contract-form.ts';
import { ConfirmCall } from '#web/shell/confirm-call.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { FormField, FormText } from '#web/ui/fields/form-field.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';

export type PaperQuestion = 'send-back' | 'due' | 'cancel';

interface PaperDialogProps {
  readonly paper: PaperRequest;
  readonly question: PaperQuestion;
  readonly today: string;
  readonly onClose: () => void;
}

export function PaperDialog({ question, ...props }: PaperDialogProps) {
  const { paper, onClose } = props;
  if (question === 'send-back') return <SendBackDialog {...props} />;
  if (question === 'due') return <DueDialog {...props} />;
  return (
    <ConfirmCall
      endpoint={actOnPaper}
      input={{ params: { id: paper.id }, body: { act: { kind: 'cancel' } } }}
      invalidates={['paperRequests']}
      done="Request cancelled"
      title="Cancel this request?"
      confirmLabel="Cancel request"
      danger
      onClose={onClose}
    >
      <p>{paper.author_name} gets a message saying that the paper is no longer needed. Accepted files are kept.</p>
    </ConfirmCall>
  );
}

type DialogProps = Omit<PaperDialogProps, 'question'>;

const sendingBack = z.object({ reason: requiredText(paperLimits.reasonCharactersMax) });

function SendBackDialog({ paper, onClose }: DialogProps) {
  // The file when the dialog opened, so that a newer one is not sent back unread.
  const [submissionId] = useState(paper.submission_id ?? '');
  const form = useContractForm({
    endpoint: actOnPaper,
    params: { id: paper.id },
    schema: sendingBack,
    defaults: { reason: '' },
    toBody: ({ reason }) => ({ act: { kind: 'send-back' as const, submission_id: submissionId, reason } }),
    invalidates: ['paperRequests'],
    saved: `Sent back to ${paper.author_name}`,
    onSaved: onClose,
  });
  return (
    <FormDialog title="Send this paper back" submitLabel="Send back" form={form} onClose={onClose}>
      <FormText
        form={form}
        name="reason"
        label="What should change"
        description={`${paper.author_name} will read this. The file they sent will be deleted.`}
        isRequired
      />
    </FormDialog>
  );
}

function DueDialog({ paper, today, onClose }: DialogProps) {
  const wanted = paper.more_time?.until ?? paper.due_on;
  const form = useContractForm({
    endpoint: actOnPaper,
    params: { id: paper.id },
    schema: z.object({ due_on: day }),
    defaults: { due_on: wanted < today ? today : wanted },
    toBody: ({ due_on }) => ({ act: { kind: 'set-due' as const, due_on } }),
    invalidates: ['paperRequests'],
    saved: `${paper.author_name} is being notified`,
    onSaved: onClose,
  });
  return (
    <FormDialog title="Change due date" submitLabel="Change" form={form} onClose={onClose}>
      <FormField form={form} name="due_on">
        {(field) => <DateField label="Due date" isRequired min={today} today={today} {...field} />}
      </FormField>
    </FormDialog>
  );
}
