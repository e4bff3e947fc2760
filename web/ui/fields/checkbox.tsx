import { Check, Minus } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { CheckboxGroup as AriaCheckboxGroup, CheckboxButton, CheckboxField, Text } from 'react-aria-components';
import styles from './check.module.css';
import fieldStyles from './field.module.css';
import { FieldLabel, FieldMessages, type FieldProps } from './field-parts.tsx';

interface CheckProps {
  readonly label?: string | undefined;
  readonly labelHidden?: boolean | undefined;
  readonly children?: ReactNode;
  readonly description?: ReactNode;
  readonly isDisabled?: boolean | undefined;
}

export interface CheckboxProps extends CheckProps {
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly name?: string | undefined;
  readonly isIndeterminate?: boolean | undefined;
  readonly errorMessage?: string | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

function CheckboxFace({
  label,
  labelHidden = false,
  children,
}: Pick<CheckProps, 'label' | 'labelHidden' | 'children'>) {
  return (
    <CheckboxButton className={styles.check ?? ''}>
      {({ isSelected, isIndeterminate }) => (
        <>
          <span className={styles['check-box']} aria-hidden="true">
            {isIndeterminate ? <Minus className="icon" /> : isSelected && <Check className="icon" />}
          </span>
          <span className={labelHidden ? 'visually-hidden' : styles['check-text']}>{children ?? label}</span>
        </>
      )}
    </CheckboxButton>
  );
}

export function Checkbox(props: CheckboxProps) {
  const { value, onChange, errorMessage, description, name, onBlur, ref } = props;
  return (
    <CheckboxField
      className={styles['check-field'] ?? ''}
      isSelected={value}
      onChange={onChange}
      isIndeterminate={props.isIndeterminate ?? false}
      isDisabled={props.isDisabled ?? false}
      isInvalid={errorMessage !== undefined}
      validationBehavior="aria"
      {...(name === undefined ? {} : { name })}
      {...(onBlur ? { onBlur } : {})}
      {...(ref ? { inputRef: ref as Ref<HTMLInputElement | null> } : {})}
    >
      <CheckboxFace label={props.label} labelHidden={props.labelHidden}>
        {props.children}
      </CheckboxFace>
      <FieldMessages description={description} errorMessage={errorMessage} />
    </CheckboxField>
  );
}

export interface ChoiceOption<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  readonly description?: ReactNode;
  readonly isDisabled?: boolean | undefined;
}

export interface CheckboxGroupProps extends FieldProps {
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly name?: string | undefined;
  readonly options: readonly ChoiceOption[];
  /** Each choice has its own frame. */
  readonly boxed?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

export function CheckboxGroup(props: CheckboxGroupProps) {
  const { label, labelHidden, labelNote, description, errorMessage, value, onChange, onBlur, name, options, ref } =
    props;
  return (
    <AriaCheckboxGroup
      className={fieldStyles.field ?? ''}
      value={[...value]}
      onChange={onChange}
      isDisabled={props.isDisabled ?? false}
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
          <CheckboxField
            key={option.value}
            className={styles['check-field'] ?? ''}
            value={option.value}
            isDisabled={option.isDisabled ?? false}
            {...(index === 0 && ref ? { inputRef: ref as Ref<HTMLInputElement | null> } : {})}
          >
            <CheckboxFace label={option.label} />
            {option.description !== undefined && (
              <Text slot="description" className={fieldStyles['field-help'] ?? ''}>
                {option.description}
              </Text>
            )}
          </CheckboxField>
        ))}
      </div>
      <FieldMessages description={description} errorMessage={errorMessage} />
    </AriaCheckboxGroup>
  );
}

interface RowCheckboxProps {
  /** Not visible, because the row shows it. */
  readonly label: string;
  readonly value: boolean;
  readonly onChange: () => void;
}

/** A native checkbox in the kit's style, for lists with thousands of rows. */
export function RowCheckbox({ label, value, onChange }: RowCheckboxProps) {
  return (
    <label className={styles.check} {...(value ? { 'data-selected': '' } : {})}>
      <input type="checkbox" className="visually-hidden" aria-label={label} checked={value} onChange={onChange} />
      <span className={styles['check-box']} aria-hidden="true">
        {value && <Check className="icon" />}
      </span>
    </label>
  );
}
