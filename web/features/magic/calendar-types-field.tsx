import { clsx } from 'clsx';
import { Radio, RadioGroup } from 'react-aria-components';
import { type CalendarType, calendarTypeLabels, calendarTypes } from '../../../domain/calendar-types.ts';
import { ErrorText } from '../../ui/feedback/error-text.tsx';
import styles from './calendar-types-field.module.css';

interface CalendarTypesFieldProps {
  /** Null while nothing is chosen. */
  readonly value: CalendarType | null;
  readonly onChange: (type: CalendarType) => void;
  readonly errorMessage: string | null;
}

export function CalendarTypesField({ value, onChange, errorMessage }: CalendarTypesFieldProps) {
  return (
    <RadioGroup
      aria-label="Calendar type"
      className={styles.field ?? ''}
      value={value}
      isInvalid={errorMessage !== null}
      onChange={(next) => onChange(next as CalendarType)}
    >
      <div className={styles.types}>
        {calendarTypes.map((type) => (
          <Radio key={type} value={type} className={clsx(styles.type)}>
            <span className={styles.dot} />
            {calendarTypeLabels[type]}
          </Radio>
        ))}
      </div>
      {errorMessage !== null && (
        <div role="alert">
          <ErrorText>{errorMessage}</ErrorText>
        </div>
      )}
    </RadioGroup>
  );
}
