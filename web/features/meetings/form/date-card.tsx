import { useId } from 'react';
import { Controller } from 'react-hook-form';
import { formatHeadingDate, zoneAbbreviation } from '../../../../domain/dates.ts';
import { isLocalDate, isLocalTime, localToInstant } from '../../../../domain/local-time.ts';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { FieldRow, FormSection } from '../../../ui/fields/field-row.tsx';
import { TimeField } from '../../../ui/fields/time-field.tsx';
import styles from './date-card.module.css';
import type { MeetingForm } from './meeting-form.ts';
import type { MeetingEditor } from './use-meeting-editor.ts';

/** Date, start and end, in the board's time zone, which stands beside them. */
export function DateCard({ editor }: { readonly editor: MeetingEditor }) {
  const titleId = useId();
  const { control } = editor.form;
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <h2 className={styles.title} id={titleId}>
        Date
      </h2>
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
              description={dayInWords(editor)}
              errorMessage={fieldState.error?.message}
            />
          )}
        />
        <FieldRow>
          {(['start', 'end'] as const).map((name) => (
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
                    // The end's complaint depends on the start as well.
                    if (name === 'start' && control.getFieldState('end').error) void editor.form.trigger('end');
                  }}
                  errorMessage={fieldState.error?.message}
                />
              )}
            />
          ))}
        </FieldRow>
        <p className="meta">{zoneInWords(editor.values, editor.timeZone)}</p>
      </FormSection>
    </section>
  );
}

function dayInWords({ values, timeZone }: MeetingEditor): string | undefined {
  if (!isLocalDate(values.date)) return undefined;
  return formatHeadingDate(localToInstant({ date: values.date, time: '12:00' }, timeZone), timeZone);
}

/** 'Times are those of America/Halifax (AST).' The abbreviation is that of the meeting's day. */
function zoneInWords(values: MeetingForm, timeZone: string): string {
  const at = isLocalDate(values.date)
    ? localToInstant({ date: values.date, time: isLocalTime(values.start) ? values.start : '12:00' }, timeZone)
    : new Date();
  return `Times are those of ${timeZone.replaceAll('_', ' ')} (${zoneAbbreviation(at, timeZone)}).`;
}
