import { parseTime } from '@internationalized/date';
import { clsx } from 'clsx';
import type { Ref } from 'react';
import { TimeField as AriaTimeField, DateInput, DateSegment } from 'react-aria-components';
import styles from './field.module.css';
import { FieldLabel, FieldMessages, type FieldProps } from './field-parts.tsx';
import { type SegmentsHandle, useSegmentsHandle } from './segments-handle.ts';

export interface TimeFieldProps extends FieldProps {
  /** `HH:mm`, or an empty string. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly name?: string | undefined;
  readonly isDisabled?: boolean | undefined;
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
      isDisabled={props.isDisabled ?? false}
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
