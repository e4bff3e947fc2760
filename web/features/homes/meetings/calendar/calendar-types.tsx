import { type Ref, useId } from 'react';
import { RadioButton, RadioField, RadioGroup } from 'react-aria-components';
import { type CalendarType, calendarTypeLabels, calendarTypes, isCalendarType } from '#domain/calendar-types.ts';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { Stack } from '#web/ui/layout.tsx';
import styles from './calendar-types.module.css';

interface CalendarTypesProps {
  /** null while none is chosen. */
  readonly value: CalendarType | null;
  readonly onChange: (type: CalendarType) => void;
  readonly error: string | null;
  /** The first choice, for the focus. */
  readonly ref: Ref<HTMLInputElement | null>;
}

/** The choice of a calendar, each type in an edge of its own. */
export function CalendarTypes({ value, onChange, error, ref }: CalendarTypesProps) {
  const errorId = useId();
  return (
    <Stack gap="s">
      <RadioGroup
        aria-label="Calendar type"
        value={value}
        onChange={(next) => isCalendarType(next) && onChange(next)}
        isInvalid={error !== null}
        validationBehavior="aria"
        className={styles.types ?? ''}
        {...(error === null ? {} : { 'aria-describedby': errorId })}
      >
        {calendarTypes.map((type, index) => (
          <RadioField
            key={type}
            value={type}
            className={styles.field ?? ''}
            {...(index === 0 ? { inputRef: ref } : {})}
          >
            <RadioButton className={styles.type ?? ''}>
              <span className={styles.dot} aria-hidden="true" />
              {calendarTypeLabels[type]}
            </RadioButton>
          </RadioField>
        ))}
      </RadioGroup>
      {error !== null && <ErrorText id={errorId}>{error}</ErrorText>}
    </Stack>
  );
}
