import { type Control, Controller, type UseFormTrigger, useWatch } from 'react-hook-form';
import { formatHeadingDate, zoneAbbreviation } from '#domain/dates.ts';
import { dayAfter, instantToLocal, isLocalDate, isLocalTime, localToInstant } from '#domain/local-time.ts';
import type { MeetingTimes } from '#domain/meeting-times.ts';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { DateField, TimeField } from '#web/ui/fields/date-field.tsx';
import { FieldRow, FormSection } from '#web/ui/fields/field-parts.tsx';

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
