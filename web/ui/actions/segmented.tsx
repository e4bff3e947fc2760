import { clsx } from 'clsx';
import type { Ref } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import fieldStyles from '#web/ui/fields/field.module.css';
import { FieldLabel, FieldMessages } from '#web/ui/fields/field-parts.tsx';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import styles from './segmented.module.css';

export interface SegmentOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly icon?: IconType | undefined;
  readonly isDisabled?: boolean | undefined;
}

export interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly labelHidden?: boolean | undefined;
  readonly options: readonly SegmentOption<Value>[];
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly name?: string | undefined;
  readonly block?: boolean | undefined;
  readonly iconOnly?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly errorMessage?: string | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, labelHidden = true, options, value, onChange, block = false, iconOnly = false, errorMessage } = props;
  return (
    <RadioGroup
      data-ui="segmented"
      className={fieldStyles.field ?? ''}
      value={value}
      onChange={(next) => onChange(next as Value)}
      orientation="horizontal"
      isDisabled={props.isDisabled ?? false}
      isInvalid={errorMessage !== undefined}
      validationBehavior="aria"
      {...(props.onBlur ? { onBlur: props.onBlur } : {})}
      {...(props.name === undefined ? {} : { name: props.name })}
    >
      <FieldLabel hidden={labelHidden}>{label}</FieldLabel>
      <div className={clsx(styles.segmented, block && styles['segmented-block'])}>
        {options.map((option, index) => (
          <Radio
            key={option.value}
            value={option.value}
            isDisabled={option.isDisabled ?? false}
            className={styles.segment ?? ''}
            {...(index === 0 && props.ref ? { inputRef: props.ref as Ref<HTMLInputElement | null> } : {})}
          >
            {option.icon && <Icon of={option.icon} size="s" />}
            {iconOnly ? <span className="visually-hidden">{option.label}</span> : option.label}
          </Radio>
        ))}
      </div>
      <FieldMessages errorMessage={errorMessage} />
    </RadioGroup>
  );
}
