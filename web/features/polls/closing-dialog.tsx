import { useId } from 'react';
import { type Control, useForm } from 'react-hook-form';
import { setPollClosing } from '../../../contract/poll-acts.ts';
import type { Poll } from '../../../contract/polls.ts';
import { useCall } from '../../api/mutations.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { showToast } from '../../ui/overlays/toast.tsx';
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
  const formId = useId();
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
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={poll.is_closed ? 'Open this poll again' : 'When does this poll close?'}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isPending={set.isPending}>
            {poll.is_closed ? 'Open again' : 'Save'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          form.clearErrors();
          void save(event);
        }}
      >
        <ClosingFields control={form.control as Control<PollForm>} />
      </form>
    </Dialog>
  );
}
