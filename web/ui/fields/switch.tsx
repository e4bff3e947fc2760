import type { Ref } from 'react';
import { SwitchButton, SwitchField, Text } from 'react-aria-components';
import checkStyles from './check.module.css';
import fieldStyles from './field.module.css';
import type { ControlProps } from './field-parts.tsx';
import styles from './switch.module.css';

type Unused = 'labelNote' | 'errorMessage' | 'isDisabled' | 'isRequired';

export interface SwitchProps extends Omit<ControlProps<boolean, HTMLInputElement>, Unused> {
  readonly labelOf?: string | undefined;
  readonly onChange: (value: boolean) => void;
}

export function Switch({
  label,
  labelHidden = false,
  labelOf,
  description,
  value,
  onChange,
  onBlur,
  name,
  ref,
}: SwitchProps) {
  return (
    <SwitchField
      className={checkStyles['check-field'] ?? ''}
      isSelected={value}
      onChange={onChange}
      {...(name === undefined ? {} : { name })}
      {...(onBlur ? { onBlur } : {})}
      {...(ref ? { inputRef: ref as Ref<HTMLInputElement | null> } : {})}
    >
      <SwitchButton className={styles.switch ?? ''}>
        <span className={styles['switch-track']} aria-hidden="true" />
        <span className={labelHidden ? 'visually-hidden' : ''}>
          {label}
          {labelOf !== undefined && <span className="visually-hidden"> {labelOf}</span>}
        </span>
      </SwitchButton>
      {description !== undefined && (
        <Text slot="description" className={`${fieldStyles['field-help']} ${styles['switch-help']}`}>
          {description}
        </Text>
      )}
    </SwitchField>
  );
}
