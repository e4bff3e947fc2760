import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Controller, useFieldArray } from 'react-hook-form';
import { dateOptionsMax } from '#domain/date-finding.ts';
import { zoneAbbreviation } from '#domain/dates.ts';
import { instantToLocal } from '#domain/local-time.ts';
import type { MeetingTimes } from '#domain/meeting-times.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { DateField, TimeField } from '#web/ui/fields/date-field.tsx';
import { MonthCalendar } from '#web/ui/fields/month-calendar.tsx';
import styles from './date-options-fields.module.css';
import { nextOption } from './meeting-form.ts';
import { nextDay } from './times-fields.tsx';
import type { MeetingEditor } from './use-meeting-editor.ts';

interface DateOptionsFieldsProps {
  readonly editor: MeetingEditor;
  /** The end of a meeting of the board's usual length; null where there is none. */
  readonly endAfter: (start: string) => string | null;
  readonly isAsking: boolean;
}

/** Dates to choose from: pressed in a small calendar, or added as rows; each with its start and end. */
export function DateOptionsFields({ editor, endAfter, isAsking }: DateOptionsFieldsProps) {
  const { form, timeZone, values } = editor;
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'date_options' });
  const [spoken, setSpoken] = useState('');
  const options = values.date_options;
  const add = (date: string): void => {
    append(nextOption(options, date), { shouldFocus: date === '' });
    form.clearErrors('date_options');
    setSpoken(`${options.length + 1} dates to choose from`);
  };
  const isFull = options.length >= dateOptionsMax;
  const complaint = form.formState.errors.date_options;
  const today = instantToLocal(new Date(), timeZone).date;
  return (
    <div className={styles.fields}>
      <p className="meta">
        {isAsking
          ? 'Dates that stay keep their answers. Nobody gets a message about a date that is added: remind those who have not answered.'
          : 'Everybody in the audience is asked which dates suit. Then you pick one, and the meeting is scheduled.'}
      </p>
      <MonthCalendar
        label="Add a date"
        min={today}
        marked={options.map((option) => option.date)}
        onPick={(day) => {
          if (!isFull) add(day);
        }}
      />
      <ol className={styles.rows} aria-label="Dates to choose from">
        {fields.map((row, nth) => (
          <OptionRow
            key={row.id}
            editor={editor}
            nth={nth}
            endAfter={endAfter}
            onRemove={() => {
              remove(nth);
              setSpoken(`${options.length - 1} dates to choose from`);
            }}
          />
        ))}
      </ol>
      <ListError message={complaint?.root?.message ?? complaint?.message} />
      <Button icon={Plus} size="s" isDisabled={isFull} onPress={() => add('')}>
        Add a date
      </Button>
      <p className="meta">
        Times are those of {timeZone.replaceAll('_', ' ')} ({zoneAbbreviation(new Date(), timeZone)}).
      </p>
      <span className="visually-hidden" role="status">
        {spoken}
      </span>
    </div>
  );
}

function ListError({ message }: { readonly message: string | undefined }) {
  return message === undefined ? null : <ErrorText>{message}</ErrorText>;
}

interface OptionRowProps {
  readonly editor: MeetingEditor;
  readonly nth: number;
  readonly endAfter: (start: string) => string | null;
  readonly onRemove: () => void;
}

function OptionRow({ editor, nth, endAfter, onRemove }: OptionRowProps) {
  const { form, values } = editor;
  const place = `date_options.${nth}` as const;
  const name = `date ${nth + 1}`;
  const own: MeetingTimes | undefined = values.date_options[nth];
  const hasEndDate = own !== undefined && own.end_date !== '';
  const fillEnd = (): void => {
    const end = endAfter(form.getValues(`${place}.start`));
    if (end !== null && form.getValues(`${place}.end`) === '') {
      form.setValue(`${place}.end`, end, { shouldDirty: true });
    }
  };
  return (
    <li className={styles.row}>
      <div className={styles.date}>
        <Controller
          name={`${place}.date`}
          control={form.control}
          render={({ field, fieldState }) => (
            <DateField
              label={`Day of ${name}`}
              labelHidden
              openLabel={`Open calendar of ${name}`}
              isRequired
              {...field}
              errorMessage={fieldState.error?.message}
            />
          )}
        />
      </div>
      <IconButton icon={X} aria-label={`Remove ${name}`} onPress={onRemove} />
      {(['start', 'end'] as const).map((which) => (
        <Controller
          key={which}
          name={`${place}.${which}`}
          control={form.control}
          render={({ field, fieldState }) => (
            <TimeField
              label={`${which === 'start' ? 'Start' : 'End'} of ${name}`}
              labelHidden
              isRequired
              {...field}
              onBlur={() => {
                field.onBlur();
                if (which === 'start') fillEnd();
              }}
              errorMessage={fieldState.error?.message}
            />
          )}
        />
      ))}
      <div className={styles.whole}>
        <Checkbox
          value={hasEndDate}
          onChange={(isOn) =>
            form.setValue(`${place}.end_date`, isOn ? nextDay(own?.date ?? '', editor.timeZone) : '', {
              ...{ shouldDirty: true, shouldTouch: true, shouldValidate: form.formState.isSubmitted },
            })
          }
        >
          Ends on another day <span className="visually-hidden">({name})</span>
        </Checkbox>
      </div>
      {hasEndDate && (
        <div className={styles.whole}>
          <Controller
            name={`${place}.end_date`}
            control={form.control}
            render={({ field, fieldState }) => (
              <DateField label={`Last day of ${name}`} isRequired {...field} errorMessage={fieldState.error?.message} />
            )}
          />
        </div>
      )}
    </li>
  );
}
