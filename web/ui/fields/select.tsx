import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { Ref } from 'react';
import { Select as AriaSelect, Button, SelectValue } from 'react-aria-components';
import { Icon } from '#web/ui/icon.tsx';
import styles from './field.module.css';
import { FieldLabel, FieldMessages, type FieldProps } from './field-parts.tsx';
import { type Option, Options } from './options.tsx';

export interface SelectProps<Value extends string> extends FieldProps {
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly name?: string | undefined;
  readonly options: readonly Option<Value>[];
  readonly placeholder?: string | undefined;
  readonly size?: 'm' | 's' | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly isRequired?: boolean | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, labelHidden, labelNote, description, errorMessage, value, onChange, onBlur, name, options, ref } =
    props;
  const { placeholder = '', size = 'm', isDisabled = false, isRequired = false } = props;
  return (
    <AriaSelect
      className={styles.field ?? ''}
      data-ui="field"
      value={value}
      onChange={(key) => {
        if (key !== null) onChange(key as Value);
      }}
      placeholder={placeholder}
      isDisabled={isDisabled}
      isRequired={isRequired}
      isInvalid={errorMessage !== undefined}
      validationBehavior="aria"
      {...(name === undefined ? {} : { name })}
      {...(onBlur ? { onBlur } : {})}
    >
      {({ isInvalid }) => (
        <>
          <FieldLabel hidden={labelHidden} note={labelNote}>
            {label}
          </FieldLabel>
          <Button
            {...(ref ? { ref } : {})}
            {...(isInvalid ? { 'data-invalid': true } : {})}
            className={clsx(styles.input, styles.select, size === 's' && styles['select-s'])}
          >
            <SelectValue className={styles['select-value'] ?? ''}>
              {({ isPlaceholder, selectedText }) => (isPlaceholder ? placeholder : selectedText)}
            </SelectValue>
            <Icon of={ChevronDown} size="s" />
          </Button>
          <FieldMessages description={description} errorMessage={errorMessage} />
          <Options options={options} />
        </>
      )}
    </AriaSelect>
  );
}
