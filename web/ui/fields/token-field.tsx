import { X } from 'lucide-react';
import { type ComponentProps, useContext, useEffect, useRef, useState } from 'react';
import { ComboBox, ComboBoxStateContext, Group, Input } from 'react-aria-components';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import fieldStyles from './field.module.css';
import { ariaField, type ControlProps, FieldFrame } from './field-parts.tsx';
import { type Option, Options } from './options.tsx';
import styles from './token-field.module.css';

export interface TokenFieldProps<Value extends string> extends ControlProps<readonly Value[], HTMLInputElement> {
  readonly onChange: (value: Value[]) => void;
  readonly options: readonly Option<Value>[];
  readonly placeholder?: string | undefined;
  readonly icon?: IconType | undefined;
  readonly emptyText?: string | undefined;
}

export function TokenField<Value extends string>(props: TokenFieldProps<Value>) {
  const { value, onChange, options, icon, placeholder, emptyText = 'No results', ref } = props;
  const [text, setText] = useState('');
  const own = useRef<HTMLInputElement>(null);
  const left = options.filter((option) => !value.includes(option.value));
  const chosen = value.flatMap((each) => options.filter((option) => option.value === each));
  const remove = (gone: Value): void => {
    onChange(value.filter((each) => each !== gone));
    own.current?.focus();
  };
  return (
    <ComboBox
      className={fieldStyles.field ?? ''}
      data-ui="field"
      {...ariaField({ ...props, name: undefined })}
      value={null}
      onChange={(key) => {
        if (key === null) return;
        onChange([...value, key as Value]);
        setText('');
      }}
      inputValue={text}
      onInputChange={setText}
      // An empty list would cover the content below, so the list closes unless something is typed.
      allowsEmptyCollection={text !== ''}
      allowsCustomValue
      items={left.filter((option) => matches(option.label, text)).map((option) => ({ ...option, id: option.value }))}
    >
      <FieldFrame field={props}>
        <Group className={styles.tokens ?? ''}>
          <Tokens options={chosen} icon={icon} isDisabled={props.isDisabled ?? false} onRemove={remove} />
          <TokenInput
            chosen={value}
            className={styles['token-input'] ?? ''}
            ref={(input) => {
              own.current = input;
              if (typeof ref === 'function') ref(input);
              else if (ref) ref.current = input;
            }}
            placeholder={placeholder ?? ''}
            onKeyDown={(event) => {
              const last = value.at(-1);
              if (event.key === 'Backspace' && text === '' && last !== undefined) remove(last);
            }}
          />
        </Group>
      </FieldFrame>
      <Options options={left.filter((option) => matches(option.label, text))} empty={emptyText} />
    </ComboBox>
  );
}

interface TokensProps<Value extends string> {
  readonly options: readonly Option<Value>[];
  readonly icon: IconType | undefined;
  readonly isDisabled: boolean;
  readonly onRemove: (value: Value) => void;
}

function Tokens<Value extends string>({ options, icon, isDisabled, onRemove }: TokensProps<Value>) {
  return options.map((option) => (
    <span key={option.value} className={styles.token}>
      {tokenIcon(option.icon ?? icon)}
      {option.label}
      <IconButton
        slot={null}
        icon={X}
        size="xs"
        aria-label={`Remove ${option.label}`}
        tooltip={false}
        isDisabled={isDisabled}
        onPress={() => onRemove(option.value)}
      />
    </span>
  ));
}

/** Closes the list after each choice, because the list would cover the content below. */
function TokenInput({ chosen, ...props }: ComponentProps<typeof Input> & { readonly chosen: readonly string[] }) {
  const state = useContext(ComboBoxStateContext);
  const before = useRef(chosen);
  const first = state?.isOpen && state.inputValue.trim() !== '' ? state.collection.getFirstKey() : null;
  const hasNone = first !== null && state?.selectionManager.focusedKey === null;
  // In an effect, because React Aria resets the focused option after every letter.
  useEffect(() => {
    if (hasNone) state?.selectionManager.setFocusedKey(first);
  });
  useEffect(() => {
    // Compares the values instead of their number, because a choice may replace another one.
    if (chosen.some((each) => !before.current.includes(each))) state?.close();
    before.current = chosen;
  }, [chosen, state]);
  return <Input {...props} onClick={() => state?.open(null, 'manual')} />;
}

const tokenIcon = (icon: IconType | undefined) => (icon === undefined ? null : <Icon of={icon} />);

function matches(label: string, typed: string): boolean {
  return label.toLocaleLowerCase().includes(typed.trim().toLocaleLowerCase());
}
