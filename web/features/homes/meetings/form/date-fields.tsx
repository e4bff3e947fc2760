import { Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { type UseFormReturn, useFieldArray, useFormState, useWatch } from 'react-hook-form';
import { dateOptionsMax } from '#domain/date-finding.ts';
import { formatHeadingDate, zoneAbbreviation } from '#domain/dates.ts';
import { dayAfter, instantToLocal, isLocalDate, isLocalTime, localToInstant } from '#domain/local-time.ts';
import type { MeetingTimes } from '#domain/meeting-times.ts';
import type { KeptTimes } from '#web/features/homes/meetings/edit-mode.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { DateField, TimeField } from '#web/ui/fields/date-field.tsx';
import { FieldRow, FormSection } from '#web/ui/fields/field-parts.tsx';
import { FormField } from '#web/ui/fields/form-field.tsx';
import { MonthCalendar } from '#web/ui/fields/month-calendar.tsx';
import styles from './date-fields.module.css';
import { endAfter, nextOption } from './meeting-form.ts';
import type { MeetingEditor } from './use-meeting-editor.ts';

interface DateCardProps {
  readonly editor: MeetingEditor;
  /** Of a new meeting: fills in the end once there is a start. */
  readonly lengthMinutes?: number | undefined;
  /** Members have been asked: dates can be changed, and one is picked on the page. */
  readonly isAsking?: boolean | undefined;
  /** Fills in the times once there is a date. */
  readonly kept?: KeptTimes | null | undefined;
}

const modes = [
  { value: 'date', label: 'Set a date' },
  { value: 'find', label: 'Find a date' },
] as const;

/** The date of the meeting, or the dates among which its members choose. */
export function DateCard({ editor, lengthMinutes, isAsking = false, kept = null }: DateCardProps) {
  const titleId = useId();
  const { form } = editor;
  const usualEnd = (start: string): string | null =>
    lengthMinutes === undefined ? null : endAfter(start, lengthMinutes);
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 className={styles.title} id={titleId}>
          Date
        </h2>
        {!isAsking && (
          <FormField form={form} name="when">
            {({ value, onChange }) => <Segmented label="Date mode" options={modes} value={value} onChange={onChange} />}
          </FormField>
        )}
      </div>
      {editor.values.when === 'find' ? (
        <DateOptionsFields editor={editor} usualEnd={usualEnd} isAsking={isAsking} />
      ) : (
        <TimesFields
          // The meeting's form has these fields among others.
          form={form as unknown as TimesForm}
          onStart={(start) => {
            const end = usualEnd(start);
            if (end !== null && form.getValues('end') === '') form.setValue('end', end, { shouldDirty: true });
          }}
          timeZone={editor.timeZone}
          kept={kept}
        />
      )}
    </section>
  );
}

interface DateOptionsFieldsProps {
  readonly editor: MeetingEditor;
  /** The end of a meeting of the board's usual length; null where there is none. */
  readonly usualEnd: (start: string) => string | null;
  readonly isAsking: boolean;
}

/** Dates to choose from, picked in a small calendar or added as rows. */
function DateOptionsFields({ editor, usualEnd, isAsking }: DateOptionsFieldsProps) {
  const { form, timeZone, values } = editor;
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'date_options' });
  const [status, setStatus] = useState('');
  const options = values.date_options;
  const isFull = options.length >= dateOptionsMax;
  const error = useFormState({ control: form.control }).errors.date_options;
  const errorMessage = error?.root?.message ?? error?.message;
  const add = (date: string): void => {
    append(nextOption(options, date), { shouldFocus: date === '' });
    form.clearErrors('date_options');
    setStatus(`${options.length + 1} dates to choose from`);
  };
  return (
    <div className={styles.fields}>
      <p className="meta">
        {isAsking
          ? 'Dates that stay keep their answers. Nobody gets a message about a date that is added: remind those who have not answered.'
          : 'Everybody in the audience is asked which dates suit. Then you pick one, and the meeting is scheduled.'}
      </p>
      <MonthCalendar
        label="Add a date"
        min={instantToLocal(new Date(), timeZone).date}
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
            usualEnd={usualEnd}
            onRemove={() => {
              remove(nth);
              setStatus(`${options.length - 1} dates to choose from`);
            }}
          />
        ))}
      </ol>
      {errorMessage !== undefined && <ErrorText>{errorMessage}</ErrorText>}
      <Button icon={Plus} size="s" isDisabled={isFull} onPress={() => add('')}>
        Add a date
      </Button>
      <p className="meta">{zoneText(new Date(), timeZone)}</p>
      <span className="visually-hidden" role="status">
        {status}
      </span>
    </div>
  );
}

interface OptionRowProps extends Pick<DateOptionsFieldsProps, 'editor' | 'usualEnd'> {
  readonly nth: number;
  readonly onRemove: () => void;
}

function OptionRow({ editor: { form, values, timeZone }, nth, usualEnd, onRemove }: OptionRowProps) {
  const { isSubmitted } = useFormState({ control: form.control });
  const path = `date_options.${nth}` as const;
  const name = `date ${nth + 1}`;
  const own: MeetingTimes | undefined = values.date_options[nth];
  const hasEndDate = own !== undefined && own.end_date !== '';
  const fillEnd = (): void => {
    const end = usualEnd(form.getValues(`${path}.start`));
    if (end !== null && form.getValues(`${path}.end`) === '') form.setValue(`${path}.end`, end, { shouldDirty: true });
  };
  const setEndDate = (isOn: boolean): void =>
    form.setValue(`${path}.end_date`, isOn ? nextDay(own?.date ?? '', timeZone) : '', {
      ...{ shouldDirty: true, shouldTouch: true, shouldValidate: isSubmitted },
    });
  return (
    <li className={styles.row}>
      <div className={styles.date}>
        <FormField form={form} name={`${path}.date`}>
          {(field) => (
            <DateField
              label={`Day of ${name}`}
              labelHidden
              openLabel={`Open calendar of ${name}`}
              isRequired
              {...field}
            />
          )}
        </FormField>
      </div>
      <IconButton icon={X} aria-label={`Remove ${name}`} onPress={onRemove} />
      <FormField form={form} name={`${path}.start`}>
        {(field) => (
          <TimeField
            label={`Start of ${name}`}
            labelHidden
            isRequired
            {...field}
            onBlur={() => {
              field.onBlur();
              fillEnd();
            }}
          />
        )}
      </FormField>
      <FormField form={form} name={`${path}.end`}>
        {(field) => <TimeField label={`End of ${name}`} labelHidden isRequired {...field} />}
      </FormField>
      <div className={styles.whole}>
        <Checkbox value={hasEndDate} onChange={setEndDate}>
          Ends on another day <span className="visually-hidden">({name})</span>
        </Checkbox>
      </div>
      {hasEndDate && (
        <div className={styles.whole}>
          <FormField form={form} name={`${path}.end_date`}>
            {(field) => <DateField label={`Last day of ${name}`} isRequired {...field} />}
          </FormField>
        </div>
      )}
    </li>
  );
}

export type TimesForm = Pick<UseFormReturn<MeetingTimes>, 'control' | 'getValues' | 'setValue'>;

interface TimesFieldsProps {
  readonly form: TimesForm;
  /** Called when a start has been entered. */
  readonly onStart?: ((start: string) => void) | undefined;
  readonly timeZone: string;
  readonly kept?: KeptTimes | null | undefined;
}

/** Date, start and end, also over several days, in the board's time zone. */
export function TimesFields({ form, onStart, timeZone, kept = null }: TimesFieldsProps) {
  const { control, getValues, setValue } = form;
  const values = useWatch({ control }) as MeetingTimes;
  const hasEndDate = values.end_date !== '';
  const startEntered = (start: string): void => {
    onStart?.(start);
    // The error of the end depends on the start as well.
    if (control.getFieldState('end').error) setValue('end', getValues('end'), { shouldValidate: true });
  };
  const setEndDate = (isOn: boolean): void =>
    setValue('end_date', isOn ? nextDay(values.date, timeZone) : '', { shouldDirty: true, shouldTouch: true });
  const isUntimed = [values.start, values.end, values.end_date].every((typed) => typed === '');
  const keepTimes = (date: string): void => {
    if (kept === null || !isUntimed || !isLocalDate(date)) return;
    const [options, endDate] = [{ shouldDirty: true }, kept.days > 0 ? dayAfter(date, kept.days) : ''];
    setValue('start', kept.start, options);
    setValue('end', kept.end, options);
    setValue('end_date', endDate, options);
  };
  return (
    <FormSection>
      <FormField form={form} name="date">
        {(field) => (
          <DateField
            label="Date"
            labelHidden
            isRequired
            {...field}
            onChange={(date) => {
              field.onChange(date);
              keepTimes(date);
            }}
            description={
              headingOfDay(values.date, timeZone) ??
              (kept !== null && isUntimed ? 'The times of the original come with the date.' : undefined)
            }
          />
        )}
      </FormField>
      <FieldRow>
        <FormField form={form} name="start">
          {(field) => (
            <TimeField
              label="Start"
              isRequired
              {...field}
              onBlur={() => {
                field.onBlur();
                startEntered(field.value);
              }}
            />
          )}
        </FormField>
        <FormField form={form} name="end">
          {(field) => <TimeField label="End" isRequired {...field} />}
        </FormField>
      </FieldRow>
      <Checkbox label="Ends on another day" value={hasEndDate} onChange={setEndDate} />
      {hasEndDate && (
        <FormField form={form} name="end_date">
          {(field) => (
            <DateField label="End date" isRequired {...field} description={headingOfDay(values.end_date, timeZone)} />
          )}
        </FormField>
      )}
      <p className="meta">{zoneText(startOf(values, timeZone), timeZone)}</p>
    </FormSection>
  );
}

/** The day after; tomorrow where no date was entered yet. */
function nextDay(date: string, timeZone: string): string {
  return dayAfter(isLocalDate(date) ? date : instantToLocal(new Date(), timeZone).date);
}

function headingOfDay(date: string, timeZone: string): string | undefined {
  if (!isLocalDate(date)) return undefined;
  return formatHeadingDate(localToInstant({ date, time: '12:00' }, timeZone), timeZone);
}

/** As far as it was entered: the abbreviation of a zone depends on the day. */
function startOf({ date, start }: MeetingTimes, timeZone: string): Date {
  return isLocalDate(date)
    ? localToInstant({ date, time: isLocalTime(start) ? start : '12:00' }, timeZone)
    : new Date();
}

/** 'Times are those of America/Halifax (AST).' */
const zoneText = (at: Date, timeZone: string): string =>
  `Times are those of ${timeZone.replaceAll('_', ' ')} (${zoneAbbreviation(at, timeZone)}).`;
