import { type Control, useForm } from 'react-hook-form';
import { setPollClosing } from '#contract/poll-acts.ts';
import type { Poll } from '#contract/polls.ts';
import { useCall } from '#web/api/mutations.ts';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { ClosingFields } from './closing-fields.tsx';
import { closingOf, formOfPoll, type PollForm } from './poll-form.ts';
import { pollNouns } from './poll-nouns.ts';

interface ClosingDialogProps {
  readonly isOpen: boolean;
  readonly poll: Poll;
  readonly timeZone: string;
  readonly onClose: () => void;
}

/** Another time of closing; opens a closed poll again. */
export function ClosingDialog({ isOpen, poll, timeZone, onClose }: ClosingDialogProps) {
  const form = useForm<PollForm>({
    defaultValues: { ...formOfPoll(poll, timeZone), ...(poll.is_closed ? { closes_date: '', closes_time: '' } : {}) },
  });
  const set = useCall(setPollClosing, {
    invalidates: pollNouns,
    onSuccess: () => {
      onClose();
      showToast('Poll saved');
    },
    onError: ({ fields }) => {
      if (fields.closes_at !== undefined) form.setError('closes_date', { message: fields.closes_at });
    },
  });
  const save = form.handleSubmit((values) =>
    set.mutate({ params: { id: poll.id }, body: { closes_at: closingOf(values, timeZone) } }),
  );
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={poll.is_closed ? 'Open this poll again' : 'When does this poll close?'}
      submitLabel={poll.is_closed ? 'Open again' : 'Save'}
      isPending={set.isPending}
      onSubmit={() => {
        form.clearErrors();
        void save();
      }}
    >
      <ClosingFields control={form.control as Control<PollForm>} />
    </FormDialog>
  );
}
