import { Eye, EyeOff } from 'lucide-react';
import { type Ref, useState } from 'react';
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  Group,
  Input,
} from 'react-aria-components';
import { IconButton } from '../actions/icon-button.tsx';
import styles from './field.module.css';
import { FieldLabel, FieldMessages, type FieldProps } from './field-parts.tsx';

type AriaProps = Omit<AriaTextFieldProps, 'children' | 'className' | 'style' | 'isInvalid' | 'type'>;

export interface PasswordFieldProps extends AriaProps, FieldProps {
  readonly showLabel?: string | undefined;
  readonly hideLabel?: string | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

export function PasswordField(props: PasswordFieldProps) {
  const { label, labelHidden, labelNote, description, errorMessage, ref, ...others } = props;
  const { showLabel = 'Show password', hideLabel = 'Hide password', ...rest } = others;
  const [isShown, setShown] = useState(false);
  return (
    <AriaTextField
      autoComplete="current-password"
      validationBehavior="aria"
      {...rest}
      type={isShown ? 'text' : 'password'}
      isInvalid={errorMessage !== undefined}
      className={styles.field ?? ''}
      data-ui="field"
    >
      <FieldLabel hidden={labelHidden} note={labelNote}>
        {label}
      </FieldLabel>
      <Group className={styles.input ?? ''}>
        <Input {...(ref ? { ref } : {})} autoCapitalize="none" spellCheck="false" />
        <IconButton
          icon={isShown ? EyeOff : Eye}
          aria-label={isShown ? hideLabel : showLabel}
          isDisabled={rest.isDisabled ?? false}
          onPress={() => setShown(!isShown)}
        />
      </Group>
      <FieldMessages description={description} errorMessage={errorMessage} />
    </AriaTextField>
  );
}
