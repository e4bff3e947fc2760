import { clsx } from 'clsx';
import type { ReactNode, Ref } from 'react';
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

export interface TextFrameProps extends AriaProps, FieldProps {}

interface TextFrameParts extends Pick<AriaProps, 'autoComplete' | 'type'> {
  readonly field: TextFrameProps;
  readonly children: ReactNode;
}

export function TextFrame({ field, children, ...usual }: TextFrameParts) {
  const { label: _, labelHidden: __, labelNote: ___, description: ____, errorMessage, ...rest } = field;
  return (
    <AriaTextField
      validationBehavior="aria"
      {...usual}
      {...rest}
      isInvalid={errorMessage !== undefined}
      className={styles.field ?? ''}
      data-ui="field"
    >
      <FieldFrame field={field}>{children}</FieldFrame>
    </AriaTextField>
  );
}

export interface TextFieldProps extends TextFrameProps {
  readonly variant?: 'default' | 'title' | undefined;
  readonly plain?: boolean | undefined;
  readonly icon?: IconType | undefined;
  readonly placeholder?: string | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

export function TextField({ variant, plain, icon, placeholder, ref, ...field }: TextFieldProps) {
  const look = clsx(styles.input, variant === 'title' && styles['input-book'], plain && styles['input-plain']);
  const given = { ...(placeholder === undefined ? {} : { placeholder }), ...(ref ? { ref } : {}) };
  return (
    <TextFrame field={field}>
      {icon ? (
        <Group className={look}>
          <Icon of={icon} />
          <Input {...given} />
        </Group>
      ) : (
        <Input {...given} className={look} />
      )}
    </TextFrame>
  );
}
