import { clsx } from 'clsx';
import type { Ref } from 'react';
import { RadioGroup as AriaRadioGroup, RadioButton, RadioField, Text } from 'react-aria-components';
import styles from './check.module.css';
import type { ChoiceOption } from './checkbox.tsx';
import fieldStyles from './field.module.css';
import { ariaField, type ControlProps, FieldFrame } from './field-parts.tsx';

export interface RadioGroupProps<Value extends string> extends ControlProps<Value | null, HTMLInputElement> {
  readonly onChange: (value: Value) => void;
  readonly options: readonly ChoiceOption<Value>[];
  readonly boxed?: boolean | undefined;
}

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { value, onChange, options, ref } = props;
  return (
    <AriaRadioGroup
      className={fieldStyles.field ?? ''}
      value={value}
      onChange={(next) => onChange(next as Value)}
      {...ariaField(props)}
    >
      <FieldFrame field={props}>
        <div className={styles['choice-list']} {...(props.boxed ? { 'data-boxed': '' } : {})}>
          {options.map((option, index) => (
            <RadioField
              key={option.value}
              value={option.value}
              isDisabled={option.isDisabled ?? false}
              className={styles['check-field'] ?? ''}
              {...(index === 0 && ref ? { inputRef: ref as Ref<HTMLInputElement | null> } : {})}
            >
              <RadioButton className={styles.check ?? ''}>
                <span className={clsx(styles['check-box'], styles['check-round'])} aria-hidden="true" />
                <span className={styles['check-text']}>{option.label}</span>
              </RadioButton>
              {option.description !== undefined && (
                <Text slot="description" className={fieldStyles['field-help'] ?? ''}>
                  {option.description}
                </Text>
              )}
            </RadioField>
          ))}
        </div>
      </FieldFrame>
    </AriaRadioGroup>
  );
}
