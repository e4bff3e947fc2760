import { type UseFormReturn, useWatch } from 'react-hook-form';
import { formatDate, formatHeadingDate, formatTime, zoneAbbreviation } from '#domain/dates.ts';
import { dayAfter, isLocalDate } from '#domain/days.ts';
import { instantToLocal, isLocalTime, localToInstant } from '#domain/local-time.ts';
import { agendaOverrun, type MeetingTimes } from '#domain/meeting-times.ts';
import { overrunText } from '#web/features/homes/meetings/meeting-labels.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { DateField, TimeField } from '#web/ui/fields/date-field.tsx';
import { FieldRow, FormSection } from '#web/ui/fields/field-parts.tsx';
import { FormField } from '#web/ui/fields/form-field.tsx';
import type { KeptTimes } from './meeting-form.ts';

export type TimesForm = Pick<UseFormReturn<MeetingTimes>, 'control' | 'getValues' | 'setValue' | 'setFocus'>;

interface TimesFieldsProps {
  readonly form: TimesForm;
  readonly onStart?: ((start: string) => void) | undefined;
  readonly agendaMinutes: number;
  readonly timeZone: string;
  readonly kept?: KeptTimes | null | undefined;
}

export function TimesFields({ form, onStart, agendaMinutes, timeZone, kept = null }: TimesFieldsProps) {
  const { control, setValue, setFocus } = form;
  const today = instantToLocal(new Date(), timeZone).date;
  const values = useWatch({ control }) as MeetingTimes;
  const hasEndDate = values.end_date !== '';
  const setEndDate = (isOn: boolean): void =>
    setValue('end_date', isOn ? nextDay(values.date, timeZone) : '', { shouldDirty: true, shouldTouch: true });
  const isUntimed = [values.start, values.end, values.end_date].every((typed) => typed === '');
  return (
    <FormSection>
      <FormField form={form} name="date">
        {(field) => (
          <DateField
            label="Date"
            labelHidden
            today={today}
            isRequired
            {...field}
            onChange={(date) => {
              field.onChange(date);
              if (kept !== null && isUntimed && isLocalDate(date)) keepTimes(form, kept, date);
            }}
            description={
              headingOfDay(values.date, timeZone) ??
              (kept !== null && isUntimed
                ? 'When you choose a date, the times of the original meeting are filled in.'
                : undefined)
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
                onStart?.(field.value);
                validateEnd(form);
              }}
            />
          )}
        </FormField>
        <FormField form={form} name="end">
          {(field) => <TimeField label="End" isRequired {...field} />}
        </FormField>
      </FieldRow>
      <AgendaOverrun
        times={values}
        agendaMinutes={agendaMinutes}
        timeZone={timeZone}
        onEnd={({ end, end_date: endDate }) => {
          setValue('end_date', endDate, { shouldDirty: true });
          setValue('end', end, { shouldDirty: true, shouldValidate: true });
          setFocus('end');
        }}
      />
      <Checkbox label="Ends on another day" value={hasEndDate} onChange={setEndDate} />
      {hasEndDate && (
        <FormField form={form} name="end_date">
          {(field) => (
            <DateField
              label="End date"
              today={today}
              isRequired
              {...field}
              description={headingOfDay(values.end_date, timeZone)}
            />
          )}
        </FormField>
      )}
      <p className="meta">{zoneText(startOf(values, timeZone), timeZone)}</p>
    </FormSection>
  );
}

function keepTimes({ setValue }: TimesForm, kept: KeptTimes, date: string): void {
  const options = { shouldDirty: true };
  setValue('start', kept.start, options);
  setValue('end', kept.end, options);
  setValue('end_date', kept.days > 0 ? dayAfter(date, kept.days) : '', options);
}

/** Validates the end again, because its error depends on the start. */
function validateEnd({ control, getValues, setValue }: TimesForm): void {
  if (control.getFieldState('end').error) setValue('end', getValues('end'), { shouldValidate: true });
}

interface AgendaOverrunProps {
  readonly times: MeetingTimes;
  readonly agendaMinutes: number;
  readonly timeZone: string;
  readonly isWithinDay?: boolean | undefined;
  readonly onEnd: (end: Pick<MeetingTimes, 'end' | 'end_date'>) => void;
}

export function AgendaOverrun(props: AgendaOverrunProps) {
  const { times, agendaMinutes: minutes, timeZone, isWithinDay = false, onEnd } = props;
  const over = agendaOverrun(times, minutes, timeZone);
  return (
    <div role="status">
      {over === null ? null : isWithinDay && over.end_date !== '' ? (
        <p>{overrunText(over.minutes)}</p>
      ) : (
        <TextButton
          onPress={() => onEnd(over)}
        >{`${overrunText(over.minutes)}: end at ${endText(over, times)}?`}</TextButton>
      )}
    </div>
  );
}

function endText({ end, end_date: endDate }: Pick<MeetingTimes, 'end' | 'end_date'>, { date }: MeetingTimes): string {
  const at = localToInstant({ date: endDate || date, time: end }, 'UTC');
  return endDate === '' ? formatTime(at, 'UTC') : `${formatTime(at, 'UTC')} on ${formatDate(at, 'UTC')}`;
}

export function nextDay(date: string, timeZone: string): string {
  return dayAfter(isLocalDate(date) ? date : instantToLocal(new Date(), timeZone).date);
}

export function headingOfDay(date: string, timeZone: string): string | undefined {
  if (!isLocalDate(date)) return undefined;
  return formatHeadingDate(localToInstant({ date, time: '12:00' }, timeZone), timeZone);
}

function startOf({ date, start }: MeetingTimes, timeZone: string): Date {
  return isLocalDate(date)
    ? localToInstant({ date, time: isLocalTime(start) ? start : '12:00' }, timeZone)
    : new Date();
}

/** Returns text such as 'Time zone: America/Halifax (AST).' */
export const zoneText = (at: Date, timeZone: string): string =>
  `Time zone: ${timeZone.replaceAll('_', ' ')} (${zoneAbbreviation(at, timeZone)}).`;
