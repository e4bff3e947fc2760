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
  const input = useRef<HTMLInputElement>(null);
  const listed = options.filter((option) => !value.includes(option.value) && matches(option.label, text));
  const chosen = value.flatMap((each) => options.filter((option) => option.value === each));
  const remove = (gone: Value): void => {
    onChange(value.filter((each) => each !== gone));
    input.current?.focus();
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
      items={listed}
    >
      <FieldFrame field={props}>
        <Group className={styles.tokens ?? ''}>
          {chosen.map(({ value: token, label, icon: own = icon }) => (
            <span key={token} className={styles.token}>
              {own && <Icon of={own} />}
              {label}
              <IconButton
                slot={null}
                icon={X}
                size="xs"
                aria-label={`Remove ${label}`}
                tooltip={false}
                isDisabled={props.isDisabled ?? false}
                onPress={() => remove(token)}
              />
            </span>
          ))}
          <TokenInput
            chosen={value}
            className={styles['token-input'] ?? ''}
            ref={(element) => {
              input.current = element;
              if (typeof ref === 'function') ref(element);
              else if (ref) ref.current = element;
            }}
            placeholder={placeholder ?? ''}
            onKeyDown={(event) => {
              const last = value.at(-1);
              if (event.key === 'Backspace' && text === '' && last !== undefined) remove(last);
            }}
          />
        </Group>
      </FieldFrame>
      <Options options={listed} empty={emptyText} />
    </ComboBox>
  );
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

function matches(label: string, typed: string): boolean {
  return label.toLocaleLowerCase().includes(typed.trim().toLocaleLowerCase());
}
