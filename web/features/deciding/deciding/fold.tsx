import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { useFormState } from 'react-hook-form';
import type { ContractForm } from '#web/api/use-checked-form.ts';
import styles from './deciding.module.css';
import type { DecidingForm } from './deciding-form.ts';

interface FoldProps {
  readonly form: ContractForm<DecidingForm>;
  readonly names: readonly (keyof DecidingForm)[];
  readonly summary: string;
  readonly children: ReactNode;
}

export function CollapsibleSettings({ form, names, summary, children }: FoldProps) {
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
