import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { FieldError, Label, Text } from 'react-aria-components';
import { Icon } from '#web/ui/icon.tsx';
import styles from './field.module.css';

export interface FieldProps {
  readonly label: string;
  readonly labelHidden?: boolean | undefined;
  readonly labelNote?: ReactNode;
  readonly description?: ReactNode;
  readonly errorMessage?: string | undefined;
}

export interface ControlProps<Value, Focused> extends FieldProps {
  readonly value: Value;
  readonly onBlur?: (() => void) | undefined;
  readonly name?: string | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly isRequired?: boolean | undefined;
  readonly ref?: Ref<Focused> | undefined;
}

type AriaFieldProps = Pick<
  ControlProps<unknown, unknown>,
  'errorMessage' | 'name' | 'onBlur' | 'isDisabled' | 'isRequired'
>;

export const ariaField = ({ errorMessage, name, onBlur, isDisabled, isRequired }: AriaFieldProps) => ({
  isInvalid: errorMessage !== undefined,
  validationBehavior: 'aria' as const,
  isDisabled: isDisabled ?? false,
  isRequired: isRequired ?? false,
  ...(name === undefined ? {} : { name }),
  ...(onBlur ? { onBlur } : {}),
});

interface FieldLabelProps {
  readonly hidden?: boolean | undefined;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

export function FieldLabel({ hidden = false, note, children }: FieldLabelProps) {
  return (
    <Label className={hidden ? 'visually-hidden' : styles['field-label']}>
      {children}
      {note !== undefined && <span className="meta"> {note}</span>}
    </Label>
  );
}

export function FieldMessages({ description, errorMessage }: Pick<FieldProps, 'description' | 'errorMessage'>) {
  return (
    <>
      {description !== undefined && (
        <Text slot="description" className={styles['field-help'] ?? ''}>
          {description}
        </Text>
      )}
      <FieldError className={styles['field-error'] ?? ''}>
        {errorMessage !== undefined && <Icon of={CircleAlert} />}
        {errorMessage !== undefined && <span>{errorMessage}</span>}
      </FieldError>
    </>
  );
}

export function FieldFrame({ field, children }: { readonly field: FieldProps; readonly children: ReactNode }) {
  return (
    <>
      <FieldLabel hidden={field.labelHidden} note={field.labelNote}>
        {field.label}
      </FieldLabel>
      {children}
      <FieldMessages description={field.description} errorMessage={field.errorMessage} />
    </>
  );
}

/** Places fields side by side if each can be at least 8 rem wide, or 15 rem if `wide`. */
export function FieldRow({
  wide = false,
  children,
}: {
  readonly wide?: boolean | undefined;
  readonly children: ReactNode;
}) {
  return <div className={clsx(styles['field-row'], wide && styles['field-row-wide'])}>{children}</div>;
}

export function FormSection({ children }: { readonly children: ReactNode }) {
  return <div className={styles['form-section']}>{children}</div>;
}
