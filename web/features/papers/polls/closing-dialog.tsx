import { type Poll, setPollClosing } from '#contract/polls.ts';
import { instantToLocal } from '#domain/local-time.ts';
import { useCall } from '#web/api/mutations.ts';
import type { ContractForm } from '#web/api/use-checked-form.ts';
import { useSchemaForm } from '#web/api/use-contract-form.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { DateField, TimeField } from '#web/ui/fields/date-field.tsx';
import { FieldRow } from '#web/ui/fields/field-parts.tsx';
import { FormField } from '#web/ui/fields/form-field.tsx';
import { Cluster, Stack } from '#web/ui/layout.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { closingOf, fieldOf, formOfPoll, type OfferedClosing, type PollForm } from './poll-form.ts';
import { pollNouns } from './poll-labels.ts';

interface ClosingDialogProps {
  readonly poll: Poll;
  readonly timeZone: string;
  readonly closings: readonly OfferedClosing[] | undefined;
  readonly onClose: () => void;
}

export function ClosingDialog({ poll, timeZone, closings, onClose }: ClosingDialogProps) {
  const set = useCall(setPollClosing, { invalidates: pollNouns });
  const form = useSchemaForm<PollForm, PollForm, unknown>({
    defaults: { ...formOfPoll(poll, timeZone), ...(poll.is_closed ? { closes_date: '', closes_time: '' } : {}) },
    resolver: (values) => ({ values, errors: {} }),
    fieldOf: (field) => fieldOf([field]),
    send: (values) => set.mutateAsync({ params: { id: poll.id }, body: { closes_at: closingOf(values, timeZone) } }),
    onSaved: () => {
      onClose();
      showToast('Poll saved');
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={poll.is_closed ? 'Reopen this poll' : 'When does this poll close?'}
      submitLabel={poll.is_closed ? 'Reopen' : 'Save'}
      form={form}
    >
      <ClosingFields form={form} timeZone={timeZone} closings={closings} />
    </FormDialog>
  );
}

interface ClosingFieldsProps extends Pick<ClosingDialogProps, 'timeZone' | 'closings'> {
  readonly form: ContractForm<PollForm>;
}

export function ClosingFields({ form, timeZone, closings = [] }: ClosingFieldsProps) {
  const upcoming = closings.filter(({ at }) => Date.parse(at) > Date.now());
  const close = (at: string): void => {
    const { date, time } = instantToLocal(at, timeZone);
    form.setValue('closes_date', date, { shouldDirty: true, shouldValidate: true });
    form.setValue('closes_time', time, { shouldDirty: true, shouldValidate: true });
  };
  return (
    <Stack gap="s">
      <FieldRow>
        <FormField form={form} name="closes_date">
          {(field) => (
            <DateField label="Closes on" description="Leave empty to keep it open until you close it." {...field} />
          )}
        </FormField>
        <FormField form={form} name="closes_time">
          {(field) => <TimeField label="At" description="Leave empty for the end of the day." {...field} />}
        </FormField>
      </FieldRow>
      {upcoming.length > 0 && (
        <Cluster>
          {upcoming.map(({ label, at }) => (
            <Button key={label} size="s" onPress={() => close(at)}>
              {label}
            </Button>
          ))}
        </Cluster>
      )}
    </Stack>
  );
}
