import { clsx } from 'clsx';
import type { Ref } from 'react';
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  Group,
  Input,
} from 'react-aria-components';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import styles from './field.module.css';
import { FieldFrame, type FieldProps } from './field-parts.tsx';

type AriaProps = Omit<AriaTextFieldProps, 'children' | 'className' | 'style' | 'isInvalid'>;

export interface TextFieldProps extends AriaProps, FieldProps {
  readonly variant?: 'default' | 'title' | undefined;
  readonly plain?: boolean | undefined;
  readonly icon?: IconType | undefined;
  readonly placeholder?: string | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

export function TextField(props: TextFieldProps) {
  const { label, labelHidden, labelNote, description, errorMessage, variant, plain, icon, placeholder, ref, ...rest } =
    props;
  const look = clsx(styles.input, variant === 'title' && styles['input-book'], plain && styles['input-plain']);
  const given = { ...(placeholder === undefined ? {} : { placeholder }), ...(ref ? { ref } : {}) };
  return (
    <AriaTextField
      validationBehavior="aria"
      {...rest}
      isInvalid={errorMessage !== undefined}
      className={styles.field ?? ''}
      data-ui="field"
    >
      <FieldFrame field={props}>
        {icon ? (
          <Group className={look}>
            <Icon of={icon} />
            <Input {...given} />
          </Group>
        ) : (
          <Input {...given} className={look} />
        )}
      </FieldFrame>
    </AriaTextField>
  );
}
