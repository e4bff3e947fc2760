import { Plus, X } from 'lucide-react';
import { Controller, type FieldPath, useFieldArray, useForm } from 'react-hook-form';
import {
  createAnnouncementPoll,
  createPoll,
  type Poll,
  pollQuestionCharactersMax,
  updatePoll,
} from '#contract/polls.ts';
import { pollMessages } from '#domain/messages/meetings.ts';
import { pollOptionsMax, pollOptionsMin, pollResults } from '#domain/polls.ts';
import type { CallError } from '#web/api/call-error.ts';
import { useCall } from '#web/api/mutations.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { ClosingFields } from './closing-dialog.tsx';
import styles from './poll-dialog.module.css';
import { bodyOfPoll, emptyPoll, fieldOf, formOfPoll, type PollForm, pollFormErrors } from './poll-form.ts';
import { pollNouns, resultLabels } from './poll-labels.ts';

export type PollParent = { readonly kind: 'meeting' | 'announcement'; readonly id: string };

interface PollDialogProps {
  readonly isOpen: boolean;
  /** A new one on its item, or one that nobody has answered yet. */
  readonly place: PollParent | { readonly kind: 'poll'; readonly poll: Poll };
  readonly timeZone: string;
  readonly onClose: () => void;
}

const choices = [
  { value: 'single', label: 'One answer' },
  { value: 'multiple', label: 'Several answers' },
] as const;
const results = pollResults.map((value) => ({ value, label: resultLabels[value] }));

/** Writes a poll. A failed save loses nothing: the dialog stays with what was typed. */
export function PollDialog({ isOpen, place, timeZone, onClose }: PollDialogProps) {
  const form = useForm<PollForm>({
    defaultValues: place.kind === 'poll' ? formOfPoll(place.poll, timeZone) : emptyPoll,
    mode: 'onTouched',
  });
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'options' });
  const isAnonymous = form.watch('is_anonymous');
  const mark = (errors: ReadonlyMap<string, string>): void => {
    for (const [field, message] of errors) form.setError(field as FieldPath<PollForm>, { message });
  };
  const onError = (error: CallError): void =>
    mark(new Map(Object.entries(error.fields).map(([field, message]) => [fieldOf(field.split('.')), message])));
  const done = (said: string) => (): void => {
    onClose();
    showToast(said);
  };
  const create = useCall(createPoll, { invalidates: pollNouns, onError, onSuccess: done('Poll added') });
  const ask = useCall(createAnnouncementPoll, { invalidates: pollNouns, onError, onSuccess: done('Poll added') });
  const update = useCall(updatePoll, { invalidates: pollNouns, onError, onSuccess: done('Poll saved') });
  const save = form.handleSubmit((values) => {
    const errors = pollFormErrors(values, timeZone);
    if (errors.size > 0) {
      mark(errors);
      const [first] = errors.keys();
      if (first !== undefined) form.setFocus(first as FieldPath<PollForm>);
      return;
    }
    const body = bodyOfPoll(values, timeZone);
    if (place.kind === 'poll') update.mutate({ params: { id: place.poll.id }, body });
    else (place.kind === 'meeting' ? create : ask).mutate({ params: { id: place.id }, body });
  });
  const complaint = form.formState.errors.options;
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      size="m"
      scrolls
      title={place.kind === 'poll' ? 'Edit poll' : 'New poll'}
      submitLabel={place.kind === 'poll' ? 'Save poll' : 'Add poll'}
      isPending={create.isPending || ask.isPending || update.isPending}
      onSubmit={() => {
        // Errors that were set by hand would hold back the next attempt.
        form.clearErrors();
        void save();
      }}
    >
      <Controller
        name="question"
        control={form.control}
        render={({ field, fieldState }) => (
          <TextArea
            label="Question"
            isRequired
            rows={2}
            maxLength={pollQuestionCharactersMax}
            {...field}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
      <fieldset className={styles.options}>
        <legend className={styles.legend}>Answers</legend>
        {fields.map((option, nth) => (
          <div key={option.id} className={styles.option}>
            <Controller
              name={`options.${nth}.text`}
              control={form.control}
              render={({ field, fieldState }) => (
                <TextField
                  label={`Answer ${nth + 1}`}
                  labelHidden
                  {...field}
                  errorMessage={fieldState.error?.message}
                />
              )}
            />
            <IconButton
              icon={X}
              aria-label={`Remove answer ${nth + 1}`}
              isDisabled={fields.length <= pollOptionsMin}
              onPress={() => remove(nth)}
            />
          </div>
        ))}
        {complaint?.message !== undefined && <ErrorText>{complaint.message}</ErrorText>}
        <Button
          size="s"
          variant="quiet"
          icon={Plus}
          isDisabled={fields.length >= pollOptionsMax}
          onPress={() => append({ text: '' })}
        >
          Add answer
        </Button>
      </fieldset>
      <Controller
        name="choice"
        control={form.control}
        render={({ field }) => (
          <Segmented
            label="Members choose"
            labelHidden={false}
            options={choices}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <Controller
        name="is_anonymous"
        control={form.control}
        render={({ field: { value, onChange } }) => (
          <Switch
            label="Anonymous"
            description="Nobody can see or find out who chose what, you included. Answers are final, and the results appear after closing."
            value={value}
            onChange={onChange}
          />
        )}
      />
      <Controller
        name="results"
        control={form.control}
        render={({ field, fieldState }) => (
          <Select
            label="Show results"
            options={results}
            {...field}
            value={isAnonymous ? 'after-closing' : field.value}
            isDisabled={isAnonymous}
            description={isAnonymous ? pollMessages.anonymousResults : undefined}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
      <ClosingFields control={form.control} />
    </FormDialog>
  );
}
