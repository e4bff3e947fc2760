import { Eye, EyeOff } from 'lucide-react';
import { type Ref, useState } from 'react';
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  Group,
  Input,
} from 'react-aria-components';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import styles from './field.module.css';
import { FieldFrame, type FieldProps } from './field-parts.tsx';

type AriaProps = Omit<AriaTextFieldProps, 'children' | 'className' | 'style' | 'isInvalid' | 'type'>;

export interface PasswordFieldProps extends AriaProps, FieldProps {
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

export function PasswordField(props: PasswordFieldProps) {
  const { label, labelHidden, labelNote, description, errorMessage, ref, ...rest } = props;
  const [isShown, setShown] = useState(false);
  // Includes the field's label, because a form may contain several password fields.
  const which = label
    .replace(/password/i, '')
    .trim()
    .toLowerCase();
  const toggled = `${isShown ? 'Hide' : 'Show'} password${which === '' ? '' : `: ${which}`}`;
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
      <FieldFrame field={props}>
        <Group className={styles.input ?? ''}>
          <Input {...(ref ? { ref } : {})} autoCapitalize="none" spellCheck="false" />
          <IconButton
            icon={isShown ? EyeOff : Eye}
            aria-label={toggled}
            isDisabled={rest.isDisabled ?? false}
            onPress={() => setShown(!isShown)}
          />
        </Group>
      </FieldFrame>
    </AriaTextField>
  );
}
