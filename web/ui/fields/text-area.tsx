import { clsx } from 'clsx';
import type { Ref } from 'react';
import {
  TextArea as AriaTextArea,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components';
import styles from './field.module.css';
import { FieldFrame, type FieldProps } from './field-parts.tsx';

type AriaProps = Omit<AriaTextFieldProps, 'children' | 'className' | 'style' | 'isInvalid' | 'type'>;

export interface TextAreaProps extends AriaProps, FieldProps {
  readonly rows?: number | undefined;
  readonly placeholder?: string | undefined;
  readonly variant?: 'default' | 'item' | 'lines' | undefined;
  readonly ref?: Ref<HTMLTextAreaElement> | undefined;
}

export function TextArea(props: TextAreaProps) {
  const { label, labelHidden, labelNote, description, errorMessage, rows, placeholder, variant, ref, ...rest } = props;
  const isItem = variant === 'item';
  return (
    <AriaTextField
      validationBehavior="aria"
      {...rest}
      isInvalid={errorMessage !== undefined}
      className={styles.field ?? ''}
      data-ui="field"
    >
      <FieldFrame field={props}>
        <AriaTextArea
          {...(ref ? { ref } : {})}
          {...(placeholder === undefined ? {} : { placeholder })}
          rows={rows ?? (isItem ? 1 : 3)}
          className={clsx(
            styles.input,
            isItem && styles['input-plain'],
            isItem && styles['edit-item-title'],
            variant === 'lines' && styles['input-lines'],
          )}
        />
      </FieldFrame>
    </AriaTextField>
  );
}
