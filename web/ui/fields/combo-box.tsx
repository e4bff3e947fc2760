import { ChevronDown } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { ComboBox as AriaComboBox, Group, Input, useFilter } from 'react-aria-components';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import styles from './field.module.css';
import { FieldLabel, FieldMessages, type FieldProps } from './field-parts.tsx';
import { type Option, Options } from './options.tsx';

export interface ComboBoxProps<Value extends string> extends FieldProps {
  readonly value: Value | null;
  readonly onChange: (value: Value | null) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly name?: string | undefined;
  readonly options: readonly Option<Value>[];
  /** Whether an option is listed for the typed text. By default its label must contain it. */
  readonly matches?: ((option: Option<Value>, typed: string) => boolean) | undefined;
  readonly placeholder?: string | undefined;
  /** Shown in the list if nothing matches. */
  readonly emptyText?: string | undefined;
  readonly openLabel?: string | undefined;
  /** Allows text that is not an option, as `inputText` and `onInputText`. */
  readonly allowsCustomText?: boolean | undefined;
  readonly inputText?: string | undefined;
  readonly onInputText?: ((text: string) => void) | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly isRequired?: boolean | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

export function ComboBox<Value extends string>(props: ComboBoxProps<Value>) {
  const { label, labelHidden, labelNote, description, errorMessage, value, onChange, onBlur, name, options, ref } =
    props;
  const { placeholder, emptyText = 'Nothing matches', openLabel = 'Show all', inputText, onInputText } = props;
  const { contains } = useFilter({ sensitivity: 'base' });
  const matches = props.matches ?? ((option, typed) => contains(option.label, typed));
  /** React Aria drops text that is no option. Instead, Enter chooses the first match unless another was chosen. */
  const chooseFirstMatch = (event: KeyboardEvent<HTMLInputElement>): void => {
    const input = event.currentTarget;
    if (event.key !== 'Enter' || props.allowsCustomText || input.hasAttribute('aria-activedescendant')) return;
    const text = input.value.trim();
    const first = options.find((option) => option.isDisabled !== true && matches(option, text));
    if (text === '' || first === undefined || first.value === value) return;
    event.preventDefault();
    event.stopPropagation();
    onChange(first.value);
  };
  return (
    <AriaComboBox
      className={styles.field ?? ''}
      data-ui="field"
      value={value}
      onChange={(key) => onChange(key as Value | null)}
      allowsCustomValue={props.allowsCustomText ?? false}
      allowsEmptyCollection
      menuTrigger="focus"
      isDisabled={props.isDisabled ?? false}
      isRequired={props.isRequired ?? false}
      isInvalid={errorMessage !== undefined}
      validationBehavior="aria"
      {...(props.matches ? { defaultFilter: filterOf(options, props.matches) } : {})}
      defaultItems={options.map((option) => ({ ...option, id: option.value }))}
      {...(inputText === undefined ? {} : { inputValue: inputText })}
      {...(onInputText ? { onInputChange: onInputText } : {})}
      {...(name === undefined ? {} : { name })}
      {...(onBlur ? { onBlur } : {})}
    >
      <FieldLabel hidden={labelHidden} note={labelNote}>
        {label}
      </FieldLabel>
      <Group className={styles.input ?? ''}>
        <Input
          onKeyDownCapture={chooseFirstMatch}
          {...(ref ? { ref } : {})}
          {...(placeholder === undefined ? {} : { placeholder })}
        />
        <IconButton icon={ChevronDown} aria-label={openLabel} tooltip={false} />
      </Group>
      <FieldMessages description={description} errorMessage={errorMessage} />
      <Options options={options} empty={emptyText} />
    </AriaComboBox>
  );
}

/** React Aria filters by the text of an option, which is its label. */
function filterOf<Value extends string>(
  options: readonly Option<Value>[],
  matches: NonNullable<ComboBoxProps<Value>['matches']>,
): (label: string, typed: string) => boolean {
  const byLabel = new Map(options.map((option) => [option.label, option]));
  return (label, typed) => {
    const option = byLabel.get(label);
    return option !== undefined && matches(option, typed);
  };
}
