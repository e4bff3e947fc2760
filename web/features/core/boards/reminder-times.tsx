import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { validationMessages } from '#domain/messages.ts';
import { type ReminderUnit, reminderLimits, reminderMinutes, reminderWords } from '#domain/reminder-times.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import styles from './setup.module.css';

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

/** Times before a meeting, the earliest first; each can be taken away, and others added. */
export function ReminderTimes({ value, onChange, errorMessage }: ReminderTimesProps) {
  const [amount, setAmount] = useState('2');
  const [unit, setUnit] = useState<ReminderUnit>('days');
  const [problem, setProblem] = useState<string | null>(null);
  const told = problem ?? errorMessage ?? null;
  const add = (): void => {
    const minutes = reminderMinutes(Number(amount), unit);
    const found = problemOf(value, minutes);
    setProblem(found);
    if (found === null) onChange([...value, minutes].toSorted((a, b) => b - a));
  };
  return (
    <>
      {value.length === 0 && <p className="meta">No reminders are sent by themselves.</p>}
      <ul className={styles.times} aria-label="Reminders">
        {value.map((minutes) => (
          <li key={minutes}>
            {reminderWords(minutes)}
            <IconButton
              icon={X}
              size="s"
              aria-label={`Remove ${reminderWords(minutes)}`}
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
      {told !== null && <ErrorText>{told}</ErrorText>}
    </>
  );
}

function problemOf(value: readonly number[], minutes: number): string | null {
  if (!Number.isInteger(minutes) || minutes < reminderLimits.minutesMin || minutes > reminderLimits.minutesMax) {
    return 'Choose a whole number, at most 60 days.';
  }
  return value.includes(minutes) ? validationMessages.duplicate : null;
}
