import { parseDate, parseTime } from '@internationalized/date';
import { clsx } from 'clsx';
import { CalendarDays } from 'lucide-react';
import { type Ref, type RefObject, useImperativeHandle, useRef } from 'react';
import {
  TimeField as AriaTimeField,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  Group,
  Popover,
} from 'react-aria-components';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import popoverStyles from '#web/ui/overlays/popover.module.css';
import styles from './field.module.css';
import { FieldLabel, FieldMessages, type FieldProps } from './field-parts.tsx';
import { MonthCalendar } from './month-calendar.tsx';

export interface DateFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly name?: string | undefined;
  /** First and last allowed day, `YYYY-MM-DD`. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** Overrides the reader's own clock, `YYYY-MM-DD`. */
  readonly today?: string | undefined;
  readonly openLabel?: string | undefined;
  readonly isRequired?: boolean | undefined;
  readonly ref?: Ref<SegmentsHandle> | undefined;
}

/** Typed part by part, or picked from a calendar. */
export function DateField(props: DateFieldProps) {
  const {
    label,
    labelHidden,
    labelNote,
    description,
    errorMessage,
    value,
    onChange,
    onBlur,
    name,
    min,
    max,
    today,
    ref,
  } = props;
  const segments = useSegmentsHandle(ref);
  return (
    <DatePicker
      className={styles.field ?? ''}
      data-ui="field"
      value={value === '' ? null : parseDate(value)}
      onChange={(date) => onChange(date === null ? '' : date.toString())}
      granularity="day"
      isRequired={props.isRequired ?? false}
      isInvalid={errorMessage !== undefined}
      validationBehavior="aria"
      {...(min === undefined ? {} : { minValue: parseDate(min) })}
      {...(max === undefined ? {} : { maxValue: parseDate(max) })}
      {...(today === undefined ? {} : { placeholderValue: parseDate(today) })}
      {...(name === undefined ? {} : { name })}
      {...(onBlur ? { onBlur } : {})}
    >
      <FieldLabel hidden={labelHidden} note={labelNote}>
        {label}
      </FieldLabel>
      <Group className={styles.input ?? ''}>
        <DateInput ref={segments} className={styles['input-segments'] ?? ''}>
          {(segment) => <DateSegment segment={segment} className={styles['input-segment'] ?? ''} />}
        </DateInput>
        <IconButton icon={CalendarDays} aria-label={props.openLabel ?? 'Open calendar'} tooltip={false} />
      </Group>
      <FieldMessages description={description} errorMessage={errorMessage} />
      <Popover className={popoverStyles.popover ?? ''} offset={4}>
        <Dialog>
          <MonthCalendar today={today} />
        </Dialog>
      </Popover>
    </DatePicker>
  );
}

/** Lets a form controller focus the first segment. */
export interface SegmentsHandle {
  focus(): void;
}

export function useSegmentsHandle(ref: Ref<SegmentsHandle> | undefined): RefObject<HTMLDivElement | null> {
  const segments = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({
    focus: () => segments.current?.querySelector<HTMLElement>('[role="spinbutton"]')?.focus(),
  }));
  return segments;
}

export interface TimeFieldProps extends FieldProps {
  /** `HH:mm`, or an empty string. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly name?: string | undefined;
  readonly isRequired?: boolean | undefined;
  readonly ref?: Ref<SegmentsHandle> | undefined;
}

export function TimeField(props: TimeFieldProps) {
  const { label, labelHidden, labelNote, description, errorMessage, value, onChange, onBlur, name, ref } = props;
  const segments = useSegmentsHandle(ref);
  return (
    <AriaTimeField
      className={styles.field ?? ''}
      data-ui="field"
      value={value === '' ? null : parseTime(value)}
      onChange={(time) => onChange(time === null ? '' : time.toString().slice(0, 5))}
      granularity="minute"
      isRequired={props.isRequired ?? false}
      isInvalid={errorMessage !== undefined}
      validationBehavior="aria"
      {...(name === undefined ? {} : { name })}
      {...(onBlur ? { onBlur } : {})}
    >
      <FieldLabel hidden={labelHidden} note={labelNote}>
        {label}
      </FieldLabel>
      <DateInput ref={segments} className={clsx(styles.input, styles['input-time'])}>
        {(segment) => <DateSegment segment={segment} className={styles['input-segment'] ?? ''} />}
      </DateInput>
      <FieldMessages description={description} errorMessage={errorMessage} />
    </AriaTimeField>
  );
}
