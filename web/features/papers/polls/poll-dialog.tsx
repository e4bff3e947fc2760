import { Plus, X } from 'lucide-react';
import { useFieldArray, useFormState, useWatch } from 'react-hook-form';
import {
  createAnnouncementPoll,
  createPoll,
  type Poll,
  pollQuestionCharactersMax,
  updatePoll,
} from '#contract/polls.ts';
import { pollMessages } from '#domain/messages/meetings.ts';
import { pollOptionsMax, pollOptionsMin, pollResults } from '#domain/polls.ts';
import { useCall } from '#web/api/mutations.ts';
import type { ContractForm } from '#web/api/use-checked-form.ts';
import { useSchemaForm } from '#web/api/use-contract-form.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { FormField, FormText, FormTextArea } from '#web/ui/fields/form-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';
import { Cluster } from '#web/ui/layout.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { ClosingFields } from './closing-dialog.tsx';
import styles from './poll-dialog.module.css';
import {
  bodyOfPoll,
  checkPollForm,
  emptyPoll,
  fieldOf,
  formOfPoll,
  type OfferedClosing,
  type PollForm,
  usualAnswers,
} from './poll-form.ts';
import { pollNouns, resultLabels } from './poll-labels.ts';

export type PollParent = { readonly kind: 'meeting' | 'announcement'; readonly id: string };

interface PollDialogProps {
  readonly target: PollParent | { readonly kind: 'poll'; readonly poll: Poll };
  readonly timeZone: string;
  readonly closings?: readonly OfferedClosing[] | undefined;
  readonly onClose: () => void;
}

const choices = [
  { value: 'single', label: 'One answer' },
  { value: 'multiple', label: 'Several answers' },
] as const;
const results = pollResults.map((value) => ({ value, label: resultLabels[value] }));

export function PollDialog({ target, timeZone, closings, onClose }: PollDialogProps) {
  const form = usePollForm({ target, timeZone, onClose });
  const isAnonymous = useWatch({ control: form.control, name: 'is_anonymous' });
  const isNew = target.kind !== 'poll';
  return (
    <FormDialog
      onClose={onClose}
      size="m"
      scrolls
      title={isNew ? 'New poll' : 'Edit poll'}
      submitLabel={isNew ? 'Add poll' : 'Save poll'}
      form={form}
    >
      <FormTextArea
        form={form}
        name="question"
        label="Question"
        isRequired
        rows={2}
        maxLength={pollQuestionCharactersMax}
      />
      <OptionFields form={form} />
      <FormField form={form} name="choice">
        {({ value, onChange }) => (
          <Segmented label="Members choose" labelHidden={false} options={choices} value={value} onChange={onChange} />
        )}
      </FormField>
      <FormField form={form} name="is_anonymous">
        {({ value, onChange }) => (
          <Switch
            label="Anonymous"
            description="Nobody can find out who chose what, not even you. Answers are final, and the results appear once the poll is closed."
            value={value}
            onChange={onChange}
          />
        )}
      </FormField>
      <FormField form={form} name="results">
        {({ value, ...field }) => (
          <Select
            label="Show results"
            options={results}
            value={isAnonymous ? 'after-closing' : value}
            isDisabled={isAnonymous}
            description={isAnonymous ? pollMessages.anonymousResults : undefined}
            {...field}
          />
        )}
      </FormField>
      <ClosingFields form={form} timeZone={timeZone} closings={closings} />
    </FormDialog>
  );
}

function usePollForm({
  target,
  timeZone,
  onClose,
}: Pick<PollDialogProps, 'target' | 'timeZone' | 'onClose'>): ContractForm<PollForm> {
  const create = useCall(createPoll, { invalidates: pollNouns });
  const createOnAnnouncement = useCall(createAnnouncementPoll, { invalidates: pollNouns });
  const update = useCall(updatePoll, { invalidates: pollNouns });
  return useSchemaForm<PollForm, PollForm, unknown>({
    defaults: target.kind === 'poll' ? formOfPoll(target.poll, timeZone) : emptyPoll,
    resolver: (values) => checkPollForm(values, timeZone),
    fieldOf: (field) => fieldOf(field.split('.')),
    send: (values) => {
      const body = bodyOfPoll(values, timeZone);
      switch (target.kind) {
        case 'poll':
          return update.mutateAsync({ params: { id: target.poll.id }, body });
        case 'meeting':
          return create.mutateAsync({ params: { id: target.id }, body });
        case 'announcement':
          return createOnAnnouncement.mutateAsync({ params: { id: target.id }, body });
      }
    },
    onSaved: () => {
      onClose();
      showToast(target.kind === 'poll' ? 'Poll saved' : 'Poll added');
    },
  });
}

function OptionFields({ form }: { readonly form: ContractForm<PollForm> }) {
  const { fields, append, remove, replace } = useFieldArray({ control: form.control, name: 'options' });
  const isEmpty = useWatch({ control: form.control, name: 'options' }).every(({ text }) => text.trim() === '');
  const { errors } = useFormState({ control: form.control, name: 'options' });
  const error = errors.options?.root?.message ?? errors.options?.message;
  return (
    <fieldset className={styles.options}>
      <legend className={styles.legend}>Answers</legend>
      {fields.map((option, nth) => (
        <div key={option.id} className={styles.option}>
          <FormText form={form} name={`options.${nth}.text`} label={`Answer ${nth + 1}`} labelHidden />
          <IconButton
            icon={X}
            aria-label={`Remove answer ${nth + 1}`}
            isDisabled={fields.length <= pollOptionsMin}
            onPress={() => remove(nth)}
          />
        </div>
      ))}
      {error !== undefined && <ErrorText>{error}</ErrorText>}
      <Cluster>
        <Button
          size="s"
          variant="quiet"
          icon={Plus}
          isDisabled={fields.length >= pollOptionsMax}
          onPress={() => append({ text: '' })}
        >
          Add answer
        </Button>
        {isEmpty && (
          <Button
            size="s"
            variant="quiet"
            onPress={() => {
              replace(usualAnswers.map((text) => ({ text })));
              form.clearErrors('options');
            }}
          >
            {usualAnswers.join(', ')}
          </Button>
        )}
      </Cluster>
    </fieldset>
  );
}
