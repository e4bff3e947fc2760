import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { briefDays, type ReminderUnit, reminderLimits, reminderMinutes, reminderText } from '#domain/board-settings.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { destroyNotesDays } from '#domain/note-destruction.ts';
import { meetingTypeLabels, meetingTypes } from '#domain/rsvp.ts';
import { counted } from '#domain/text.ts';
import type { ContractForm } from '#web/api/use-checked-form.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { FieldRow, FormSection } from '#web/ui/fields/field-parts.tsx';
import { FormSegmented } from '#web/ui/fields/form-choices.tsx';
import { FormField, FormText, FormTextArea } from '#web/ui/fields/form-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import styles from './setup.module.css';
import type { SetupForm } from './setup-form.ts';

const typeOptions = meetingTypes.map((type) => ({ value: type, label: meetingTypeLabels[type] }));

export function DefaultMeetingFields({ form }: { readonly form: ContractForm<SetupForm> }) {
  return (
    <>
      <Section title="Default meeting" aside="Used for new meetings">
        <FormSection>
          <FieldRow wide>
            <FormSegmented form={form} name="type" label="Type" labelHidden={false} block options={typeOptions} />
            <FormText form={form} name="length_minutes" label="Length in minutes" inputMode="numeric" />
          </FieldRow>
          <FormText form={form} name="location" label="Location" />
          <FormText form={form} name="join_url" label="Join link" type="url" inputMode="url" placeholder="https://" />
          <FormTextArea
            form={form}
            name="agenda"
            label="Agenda"
            rows={6}
            description="One item per line. Put two spaces before a sub-item, and the duration at the end, as in Welcome (5 min)."
          />
        </FormSection>
      </Section>
      <Section title="Reminders" aside="To those who have not replied">
        <FormField form={form} name="reminder_minutes">
          {({ value, onChange, errorMessage }) => (
            <ReminderTimes value={value} onChange={onChange} errorMessage={errorMessage} />
          )}
        </FormField>
      </Section>
      <Section title="Brief before each meeting" aside="To everybody who is invited">
        <FormField form={form} name="brief_days">
          {({ value, onChange, ...field }) => (
            <Select
              label="Brief before each meeting"
              labelHidden
              description="One message with the papers to read, what will be decided and the member’s own action items. It replaces that day’s reminders about replies and action items."
              {...field}
              value={String(value ?? 'off')}
              options={briefOptions}
              onChange={(chosen) => onChange(chosen === 'off' ? null : Number(chosen))}
            />
          )}
        </FormField>
      </Section>
      <Section title="Notes after a meeting" aside="Draft minutes, comments on them, and marks on papers">
        <FormField form={form} name="destroy_notes_days">
          {({ value, onChange, ...field }) => (
            <Select
              label="Notes after a meeting"
              labelHidden
              description="Destroying notes removes drafts of the minutes, comments on them, and everybody’s marks on all versions of the meeting’s papers. Circulated minutes and papers are kept. Members with marks are notified 14 days in advance. Destroyed notes remain in backups until the backups are overwritten."
              {...field}
              value={String(value ?? 'keep')}
              options={notesOptions}
              onChange={(chosen) => onChange(chosen === 'keep' ? null : Number(chosen))}
            />
          )}
        </FormField>
      </Section>
    </>
  );
}

const notesOptions = [
  { value: 'keep', label: 'Keep marks' },
  ...destroyNotesDays.map((days) => ({
    value: String(days),
    label: `Destroy notes ${days} days after the minutes are approved`,
  })),
];

const briefOptions = [
  { value: 'off', label: 'Off' },
  ...Array.from({ length: briefDays.max }, (_, nth) => ({
    value: String(nth + 1),
    label: `${counted(nth + 1, 'day')} before${nth + 1 === briefDays.proposed ? ' (proposed)' : ''}`,
  })),
];

const units: readonly { readonly value: ReminderUnit; readonly label: string }[] = [
  { value: 'hours', label: 'hours before' },
  { value: 'days', label: 'days before' },
  { value: 'weeks', label: 'weeks before' },
];

interface ReminderTimesProps {
  readonly value: readonly number[];
  readonly onChange: (minutes: number[]) => void;
  readonly errorMessage?: string | undefined;
}

function ReminderTimes({ value, onChange, errorMessage }: ReminderTimesProps) {
  const [amount, setAmount] = useState('2');
  const [unit, setUnit] = useState<ReminderUnit>('days');
  const [problem, setProblem] = useState<string | null>(null);
  const error = problem ?? errorMessage ?? null;
  const add = (): void => {
    const minutes = reminderMinutes(Number(amount), unit);
    const found = problemOf(value, minutes);
    setProblem(found);
    if (found === null) onChange([...value, minutes].toSorted((a, b) => b - a));
  };
  return (
    <>
      {value.length === 0 && <p className="meta">No automatic reminders.</p>}
      <ul className={styles.times} aria-label="Reminders">
        {value.map((minutes) => (
          <li key={minutes}>
            {reminderText(minutes)}
            <IconButton
              icon={X}
              size="s"
              aria-label={`Remove ${reminderText(minutes)}`}
              onPress={() => onChange(value.filter((each) => each !== minutes))}
            />
          </li>
        ))}
      </ul>
      <div className={styles['new-time']}>
        <TextField label="Number" inputMode="numeric" value={amount} onChange={setAmount} />
        <Select label="Unit" value={unit} onChange={setUnit} options={units} />
        <Button icon={Plus} onPress={add} isDisabled={value.length >= reminderLimits.timesMax}>
          Add reminder
        </Button>
      </div>
      {error !== null && <ErrorText>{error}</ErrorText>}
    </>
  );
}

function problemOf(value: readonly number[], minutes: number): string | null {
  if (!Number.isInteger(minutes) || minutes < reminderLimits.minutesMin || minutes > reminderLimits.minutesMax) {
    return 'Enter a whole number. The time must be between 15 minutes and 60 days.';
  }
  return value.includes(minutes) ? validationMessages.duplicate : null;
}
