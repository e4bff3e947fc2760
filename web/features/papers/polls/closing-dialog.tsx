import { type Control, Controller, useForm } from 'react-hook-form';
import { type Poll, setPollClosing } from '#contract/polls.ts';
import { useCall } from '#web/api/mutations.ts';
import { DateField, TimeField } from '#web/ui/fields/date-field.tsx';
import { FieldRow } from '#web/ui/fields/field-parts.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { closingOf, formOfPoll, type PollForm } from './poll-form.ts';
import { pollNouns } from './poll-labels.ts';

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

/** When a poll closes by itself; nothing entered: when an editor closes it. */
export function ClosingFields({ control }: { readonly control: Control<PollForm> }) {
  return (
    <FieldRow>
      <Controller
        name="closes_date"
        control={control}
        render={({ field, fieldState }) => (
          <DateField
            label="Closes on"
            description="Empty: open until you close it."
            {...field}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
      <Controller
        name="closes_time"
        control={control}
        render={({ field, fieldState }) => (
          <TimeField
            label="At"
            description="Empty: at the end of the day."
            {...field}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
    </FieldRow>
  );
}
