import { type ComponentProps, type ReactNode, type SyntheticEvent, useState } from 'react';
import { type FieldPathByValue, useFormState } from 'react-hook-form';
import { FormSelect, FormSwitch } from '#web/ui/fields/form-choices.tsx';
import { FormText } from '#web/ui/fields/form-field.tsx';
import type { SelectProps } from '#web/ui/fields/select.tsx';
import styles from './deciding.module.css';
import type { DecidingForm, SettingsForm } from './deciding-form.ts';

interface SettingRowProps {
  readonly name: string;
  readonly meta: string;
  readonly children: ReactNode;
}

export function SettingRow({ name, meta, children }: SettingRowProps) {
  return (
    <div className={styles.row}>
      <div>
        <p className={styles.name}>{name}</p>
        <span className="meta">{meta}</span>
      </div>
      <div>{children}</div>
    </div>
  );
}

interface SettingProps<Value> {
  readonly form: SettingsForm;
  readonly name: FieldPathByValue<DecidingForm, Value>;
  readonly label: string;
  readonly meta: string;
}

type SelectSettingProps<Value extends string> = SettingProps<Value> & Pick<SelectProps<Value>, 'options'>;

export function SelectSetting<Value extends string>({ label, meta, ...field }: SelectSettingProps<Value>) {
  return (
    <SettingRow name={label} meta={meta}>
      <FormSelect label={label} labelHidden {...field} />
    </SettingRow>
  );
}

type TextSettingProps = SettingProps<string> & Pick<ComponentProps<typeof FormText>, 'inputMode' | 'placeholder'>;

export function TextSetting({ label, meta, ...field }: TextSettingProps) {
  return (
    <SettingRow name={label} meta={meta}>
      <FormText label={label} labelHidden {...field} />
    </SettingRow>
  );
}

interface SwitchSettingProps extends SettingProps<boolean> {
  readonly title: string;
}

/** The label says what the switch does. Assistive technology also reads the title. */
export function SwitchSetting({ title, meta, ...field }: SwitchSettingProps) {
  return (
    <SettingRow name={title} meta={meta}>
      <FormSwitch labelOf={title.toLowerCase()} {...field} />
    </SettingRow>
  );
}

interface CollapsibleSettingsProps {
  readonly form: SettingsForm;
  readonly names: readonly (keyof DecidingForm)[];
  readonly summary: string;
  readonly children: ReactNode;
}

export function CollapsibleSettings({ form, names, summary, children }: CollapsibleSettingsProps) {
  const { errors } = useFormState({ control: form.control });
  const isWrong = names.some((name) => errors[name] !== undefined);
  const [isOpen, setOpen] = useState(false);
  if (isWrong && !isOpen) setOpen(true);
  const onToggle = ({ currentTarget: details }: SyntheticEvent<HTMLDetailsElement>): void => {
    setOpen(details.open);
    // The form could not focus the invalid field while the section was closed.
    if (details.open && isWrong && document.activeElement?.ariaInvalid !== 'true') {
      details.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    }
  };
  return (
    <details className={styles.fold} open={isOpen} onToggle={onToggle}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
