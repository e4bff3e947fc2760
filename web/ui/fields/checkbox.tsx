import { Check, Minus } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { CheckboxGroup as AriaCheckboxGroup, CheckboxButton, CheckboxField, Text } from 'react-aria-components';
import styles from './check.module.css';
import fieldStyles from './field.module.css';
import { ariaField, type ControlProps, FieldFrame, FieldMessages } from './field-parts.tsx';

export interface CheckboxProps extends Omit<ControlProps<boolean, HTMLInputElement>, 'label' | 'labelNote'> {
  readonly label?: string | undefined;
  readonly children?: ReactNode;
  readonly onChange: (value: boolean) => void;
  readonly isIndeterminate?: boolean | undefined;
}

function CheckboxFace({ label, labelHidden, children }: Pick<CheckboxProps, 'label' | 'labelHidden' | 'children'>) {
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
  const { value, onChange, ref } = props;
  return (
    <CheckboxField
      className={styles['check-field'] ?? ''}
      isSelected={value}
      onChange={onChange}
      isIndeterminate={props.isIndeterminate ?? false}
      {...ariaField(props)}
      {...(ref ? { inputRef: ref as Ref<HTMLInputElement | null> } : {})}
    >
      <CheckboxFace label={props.label} labelHidden={props.labelHidden}>
        {props.children}
      </CheckboxFace>
      <FieldMessages description={props.description} errorMessage={props.errorMessage} />
    </CheckboxField>
  );
}

export interface ChoiceOption<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  readonly description?: ReactNode;
  readonly isDisabled?: boolean | undefined;
}

export interface CheckboxGroupProps extends ControlProps<readonly string[], HTMLInputElement> {
  readonly onChange: (value: string[]) => void;
  readonly options: readonly ChoiceOption[];
  readonly boxed?: boolean | undefined;
}

export function CheckboxGroup(props: CheckboxGroupProps) {
  const { value, onChange, options, ref } = props;
  return (
    <AriaCheckboxGroup className={fieldStyles.field ?? ''} value={[...value]} onChange={onChange} {...ariaField(props)}>
      <FieldFrame field={props}>
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
      </FieldFrame>
    </AriaCheckboxGroup>
  );
}

interface RowCheckboxProps {
  readonly label: string;
  readonly value: boolean;
  readonly onChange: () => void;
}

/** A native checkbox, for lists with thousands of rows. */
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
