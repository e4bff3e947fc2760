import { clsx } from 'clsx';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { Icon } from '#web/ui/icon.tsx';
import styles from './segmented.module.css';
import type { SegmentedProps } from './segmented.tsx';

type ToggleChoiceProps<Value extends string> = Pick<
  SegmentedProps<Value>,
  'label' | 'options' | 'value' | 'block' | 'isDisabled'
> & {
  readonly onChange: (value: Value | null) => void;
};

/** Pressing the selected option again undoes the choice. */
export function ToggleChoice<Value extends string>(props: ToggleChoiceProps<Value>) {
  const { label, options, value, onChange, block = false, isDisabled = false } = props;
  return (
    <ToggleButtonGroup
      data-ui="segmented"
      aria-label={label}
      selectionMode="single"
      selectedKeys={value === null ? [] : [value]}
      onSelectionChange={(chosen) => onChange(options.find((option) => chosen.has(option.value))?.value ?? null)}
      isDisabled={isDisabled}
      className={clsx(styles.segmented, block && styles['segmented-block'])}
    >
      {options.map((option) => (
        <ToggleButton
          key={option.value}
          id={option.value}
          isDisabled={option.isDisabled ?? false}
          className={styles.segment ?? ''}
        >
          {option.icon && <Icon of={option.icon} size="s" />}
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
