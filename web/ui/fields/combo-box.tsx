import { ChevronDown } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { ComboBox as AriaComboBox, Group, Input, useFilter } from 'react-aria-components';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import styles from './field.module.css';
import { ariaField, type ControlProps, FieldFrame } from './field-parts.tsx';
import { type Option, Options } from './options.tsx';

export interface ComboBoxProps<Value extends string> extends ControlProps<Value | null, HTMLInputElement> {
  readonly onChange: (value: Value | null) => void;
  readonly options: readonly Option<Value>[];
  /** Returns a predicate for the typed text. By default, an option matches if its label contains the text. */
  readonly matcher?: ((typed: string) => (option: Option<Value>) => boolean) | undefined;
  readonly alwaysListed?: Value | undefined;
}

export function ComboBox<Value extends string>(props: ComboBoxProps<Value>) {
  const { value, onChange, options, alwaysListed, ref } = props;
  const { contains } = useFilter({ sensitivity: 'base' });
  const matcher = props.matcher ?? ((typed: string) => (option: Option<Value>) => contains(option.label, typed));
  let prepared = { typed: '', matches: matcher('') };
  /** Runs for each option, so the predicate for the typed text is cached. */
  const matches = (option: Option<Value>, typed: string): boolean => {
    if (prepared.typed !== typed) prepared = { typed, matches: matcher(typed) };
    return option.value === alwaysListed || prepared.matches(option);
  };
  // React Aria passes only an option's text to the filter, so the option is looked up by its label.
  const byLabel = new Map(options.map((option) => [option.label, option]));
  const filter = (label: string, typed: string): boolean => {
    const option = byLabel.get(label);
    return option !== undefined && matches(option, typed);
  };
  /** Enter selects the first match unless the user has moved to another option. */
  const chooseFirstMatch = (event: KeyboardEvent<HTMLInputElement>): void => {
    const input = event.currentTarget;
    if (event.key !== 'Enter' || input.hasAttribute('aria-activedescendant')) return;
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
      allowsEmptyCollection
      {...ariaField(props)}
      defaultFilter={filter}
      defaultItems={options}
    >
      <FieldFrame field={props}>
        <Group className={styles.input ?? ''}>
          <Input onKeyDownCapture={chooseFirstMatch} {...(ref ? { ref } : {})} />
          <IconButton icon={ChevronDown} aria-label="Show all" tooltip={false} />
        </Group>
      </FieldFrame>
      <Options options={options} empty="No results" />
    </AriaComboBox>
  );
}
