import { Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { type Control, Controller, type UseFormTrigger, useFieldArray, useWatch } from 'react-hook-form';
import { dateOptionsMax } from '#domain/date-finding.ts';
import { formatHeadingDate, zoneAbbreviation } from '#domain/dates.ts';
import { dayAfter, instantToLocal, isLocalDate, isLocalTime, localToInstant } from '#domain/local-time.ts';
import type { MeetingTimes } from '#domain/meeting-times.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { DateField, TimeField } from '#web/ui/fields/date-field.tsx';
import { FieldRow, FormSection } from '#web/ui/fields/field-parts.tsx';
import { MonthCalendar } from '#web/ui/fields/month-calendar.tsx';
import styles from './date-fields.module.css';
import { endAfter, nextOption } from './meeting-form.ts';
import type { MeetingEditor } from './use-meeting-editor.ts';

interface DateCardProps {
  readonly editor: MeetingEditor;
  /** Of a new meeting: fills in the end once there is a start. */
  readonly lengthMinutes?: number | undefined;
  /** Members are being asked: dates can be changed, and one is picked on the page. */
  readonly isAsking?: boolean | undefined;
}

const ways = [
  { value: 'date', label: 'Set a date' },
  { value: 'find', label: 'Find a date' },
] as const;

/** When the meeting takes place, or the dates among which its members choose. */
export function DateCard({ editor, lengthMinutes, isAsking = false }: DateCardProps) {
  const titleId = useId();
  const { form } = editor;
  const fillsEnd = (start: string): string | null =>
    lengthMinutes === undefined ? null : endAfter(start, lengthMinutes);
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 className={styles.title} id={titleId}>
          Date
        </h2>
        {!isAsking && (
          <Controller
            name="when"
            control={form.control}
            render={({ field }) => (
              <Segmented label="Date mode" options={ways} value={field.value} onChange={field.onChange} />
            )}
          />
        )}
      </div>
      {editor.values.when === 'find' ? (
        <DateOptionsFields editor={editor} endAfter={fillsEnd} isAsking={isAsking} />
      ) : (
        <TimesFields
          // The meeting's form holds these fields among others.
          control={form.control as unknown as Control<MeetingTimes>}
          trigger={form.trigger as unknown as UseFormTrigger<MeetingTimes>}
          setEndDate={(day) => form.setValue('end_date', day, { shouldDirty: true, shouldTouch: true })}
          onStart={(start) => {
            const end = fillsEnd(start);
            if (end !== null && form.getValues('end') === '') form.setValue('end', end, { shouldDirty: true });
          }}
          timeZone={editor.timeZone}
        />
      )}
    </section>
  );
}

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

interface TimesFieldsProps {
  readonly control: Control<MeetingTimes>;
  readonly trigger: UseFormTrigger<MeetingTimes>;
  /** Setting a field by something else than itself. */
  readonly setEndDate: (day: string) => void;
  /** Told when a start has been entered. */
  readonly onStart?: ((start: string) => void) | undefined;
  readonly timeZone: string;
}

/** Date, start and end, also over several days, in the board's time zone, which stands below. */
export function TimesFields({ control, trigger, setEndDate, onStart, timeZone }: TimesFieldsProps) {
  const values = useWatch({ control }) as MeetingTimes;
  const hasEndDate = values.end_date !== '';
  const timeField = (name: 'start' | 'end') => (
    <Controller
      key={name}
      name={name}
      control={control}
      render={({ field, fieldState }) => (
        <TimeField
          label={name === 'start' ? 'Start' : 'End'}
          isRequired
          {...field}
          onBlur={() => {
            field.onBlur();
            if (name === 'start') onStart?.(field.value);
            // The end's complaint depends on the start as well.
            if (name === 'start' && control.getFieldState('end').error) void trigger('end');
          }}
          errorMessage={fieldState.error?.message}
        />
      )}
    />
  );
  return (
    <FormSection>
      <Controller
        name="date"
        control={control}
        render={({ field, fieldState }) => (
          <DateField
            label="Date"
            labelHidden
            isRequired
            {...field}
            description={dayInWords(values.date, timeZone)}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
      <FieldRow>{(['start', 'end'] as const).map(timeField)}</FieldRow>
      <Checkbox
        label="Ends on another day"
        value={hasEndDate}
        onChange={(isOn) => setEndDate(isOn ? nextDay(values.date, timeZone) : '')}
      />
      {hasEndDate && (
        <Controller
          name="end_date"
          control={control}
          render={({ field, fieldState }) => (
            <DateField
              label="End date"
              isRequired
              {...field}
              description={dayInWords(values.end_date, timeZone)}
              errorMessage={fieldState.error?.message}
            />
          )}
        />
      )}
      <p className="meta">{zoneInWords(values, timeZone)}</p>
    </FormSection>
  );
}

/** The day after; tomorrow where no date was entered yet. */
export function nextDay(date: string, timeZone: string): string {
  return dayAfter(isLocalDate(date) ? date : instantToLocal(new Date(), timeZone).date);
}

function dayInWords(date: string, timeZone: string): string | undefined {
  if (!isLocalDate(date)) return undefined;
  return formatHeadingDate(localToInstant({ date, time: '12:00' }, timeZone), timeZone);
}

/** 'Times are those of America/Halifax (AST).' The abbreviation is that of the meeting's day. */
function zoneInWords(values: MeetingTimes, timeZone: string): string {
  const at = isLocalDate(values.date)
    ? localToInstant({ date: values.date, time: isLocalTime(values.start) ? values.start : '12:00' }, timeZone)
    : new Date();
  return `Times are those of ${timeZone.replaceAll('_', ' ')} (${zoneAbbreviation(at, timeZone)}).`;
}
