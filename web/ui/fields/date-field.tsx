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
import { ariaField, type ControlProps, FieldFrame } from './field-parts.tsx';
import { MonthCalendar } from './month-calendar.tsx';

export interface DateFieldProps extends ControlProps<string, SegmentsHandle> {
  readonly onChange: (value: string) => void;
  /** First and last day that can be chosen, as `YYYY-MM-DD`. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** Today's date as `YYYY-MM-DD`. Defaults to the date on the reader's device. */
  readonly today?: string | undefined;
  readonly openLabel?: string | undefined;
}

export function DateField(props: DateFieldProps) {
  const { value, onChange, min, max, today, ref } = props;
  const segments = useSegmentsHandle(ref);
  return (
    <DatePicker
      className={styles.field ?? ''}
      data-ui="field"
      value={value === '' ? null : parseDate(value)}
      onChange={(date) => onChange(date === null ? '' : date.toString())}
      granularity="day"
      {...ariaField(props)}
      {...(min === undefined ? {} : { minValue: parseDate(min) })}
      {...(max === undefined ? {} : { maxValue: parseDate(max) })}
      {...(today === undefined ? {} : { placeholderValue: parseDate(today) })}
    >
      <FieldFrame field={props}>
        <Group className={styles.input ?? ''}>
          <DateInput ref={segments} className={styles['input-segments'] ?? ''}>
            {(segment) => <DateSegment segment={segment} className={styles['input-segment'] ?? ''} />}
          </DateInput>
          <IconButton icon={CalendarDays} aria-label={props.openLabel ?? 'Open calendar'} tooltip={false} />
        </Group>
      </FieldFrame>
      <Popover className={popoverStyles.popover ?? ''} offset={4}>
        <Dialog>
          <MonthCalendar today={today} />
        </Dialog>
      </Popover>
    </DatePicker>
  );
}

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

/** The value is `HH:mm` or an empty string. */
export interface TimeFieldProps extends ControlProps<string, SegmentsHandle> {
  readonly onChange: (value: string) => void;
}

export function TimeField(props: TimeFieldProps) {
  const { value, onChange, ref } = props;
  const segments = useSegmentsHandle(ref);
  return (
    <AriaTimeField
      className={styles.field ?? ''}
      data-ui="field"
      value={value === '' ? null : parseTime(value)}
      onChange={(time) => onChange(time === null ? '' : time.toString().slice(0, 5))}
      granularity="minute"
      {...ariaField(props)}
    >
      <FieldFrame field={props}>
        <DateInput ref={segments} className={clsx(styles.input, styles['input-time'])}>
          {(segment) => <DateSegment segment={segment} className={styles['input-segment'] ?? ''} />}
        </DateInput>
      </FieldFrame>
    </AriaTimeField>
  );
}
