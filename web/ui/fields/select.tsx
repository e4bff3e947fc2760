import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { Select as AriaSelect, Button, SelectValue } from 'react-aria-components';
import { Icon } from '#web/ui/icon.tsx';
import styles from './field.module.css';
import { ariaField, type ControlProps, FieldFrame } from './field-parts.tsx';
import { type Option, Options } from './options.tsx';

export interface SelectProps<Value extends string> extends ControlProps<Value | null, HTMLButtonElement> {
  readonly onChange: (value: Value) => void;
  readonly options: readonly Option<Value>[];
  readonly placeholder?: string | undefined;
  readonly size?: 'm' | 's' | undefined;
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, onChange, options, placeholder = '', size = 'm', ref } = props;
  return (
    <AriaSelect
      className={styles.field ?? ''}
      data-ui="field"
      value={value}
      onChange={(key) => {
        if (key !== null) onChange(key as Value);
      }}
      placeholder={placeholder}
      {...ariaField(props)}
    >
      {({ isInvalid }) => (
        <>
          <FieldFrame field={props}>
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
          </FieldFrame>
          <Options options={options} />
        </>
      )}
    </AriaSelect>
  );
}
