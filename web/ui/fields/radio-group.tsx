import { clsx } from 'clsx';
import type { Ref } from 'react';
import { RadioGroup as AriaRadioGroup, RadioButton, RadioField, Text } from 'react-aria-components';
import styles from './check.module.css';
import type { ChoiceOption } from './checkbox.tsx';
import fieldStyles from './field.module.css';
import { FieldLabel, FieldMessages, type FieldProps } from './field-parts.tsx';

export interface RadioGroupProps<Value extends string> extends FieldProps {
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly name?: string | undefined;
  readonly options: readonly ChoiceOption<Value>[];
  readonly boxed?: boolean | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, labelHidden, labelNote, description, errorMessage, value, onChange, onBlur, name, options, ref } =
    props;
  return (
    <AriaRadioGroup
      className={fieldStyles.field ?? ''}
      value={value}
      onChange={(next) => onChange(next as Value)}
      isInvalid={errorMessage !== undefined}
      validationBehavior="aria"
      {...(name === undefined ? {} : { name })}
      {...(onBlur ? { onBlur } : {})}
    >
      <FieldLabel hidden={labelHidden} note={labelNote}>
        {label}
      </FieldLabel>
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
      <FieldMessages description={description} errorMessage={errorMessage} />
    </AriaRadioGroup>
  );
}
