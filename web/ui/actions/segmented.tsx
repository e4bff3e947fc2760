import { clsx } from 'clsx';
import type { Ref } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import fieldStyles from '#web/ui/fields/field.module.css';
import { ariaField, type ControlProps, FieldLabel, FieldMessages } from '#web/ui/fields/field-parts.tsx';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import styles from './segmented.module.css';

export interface SegmentOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly icon?: IconType | undefined;
  readonly isDisabled?: boolean | undefined;
}

type Unused = 'description' | 'labelNote';

export interface SegmentedProps<Value extends string>
  extends Omit<ControlProps<Value | null, HTMLInputElement>, Unused> {
  readonly options: readonly SegmentOption<Value>[];
  readonly onChange: (value: Value) => void;
  readonly block?: boolean | undefined;
  readonly iconOnly?: boolean | undefined;
}

export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { labelHidden = true, options, value, onChange, block = false, iconOnly = false, ref } = props;
  return (
    <RadioGroup
      data-ui="segmented"
      className={fieldStyles.field ?? ''}
      value={value}
      onChange={(next) => onChange(next as Value)}
      orientation="horizontal"
      {...ariaField(props)}
    >
      <FieldLabel hidden={labelHidden}>{props.label}</FieldLabel>
      <div className={clsx(styles.segmented, block && styles['segmented-block'])}>
        {options.map((option, index) => (
          <Radio
            key={option.value}
            value={option.value}
            isDisabled={option.isDisabled ?? false}
            className={styles.segment ?? ''}
            {...(index === 0 && ref ? { inputRef: ref as Ref<HTMLInputElement | null> } : {})}
          >
            {option.icon && <Icon of={option.icon} size="s" />}
            {iconOnly ? <span className="visually-hidden">{option.label}</span> : option.label}
          </Radio>
        ))}
      </div>
      <FieldMessages errorMessage={props.errorMessage} />
    </RadioGroup>
  );
}
