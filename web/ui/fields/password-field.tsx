import { Eye, EyeOff } from 'lucide-react';
import { type Ref, useState } from 'react';
import { Group, Input } from 'react-aria-components';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import styles from './field.module.css';
import { TextFrame, type TextFrameProps } from './text-field.tsx';

export interface PasswordFieldProps extends Omit<TextFrameProps, 'type'> {
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

export function PasswordField({ ref, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  // Includes the field's label, because a form may contain several password fields.
  const which = field.label
    .replace(/password/i, '')
    .trim()
    .toLowerCase();
  const toggled = `${isShown ? 'Hide' : 'Show'} password${which === '' ? '' : `: ${which}`}`;
  return (
    <TextFrame field={field} autoComplete="current-password" type={isShown ? 'text' : 'password'}>
      <Group className={styles.input ?? ''}>
        <Input {...(ref ? { ref } : {})} autoCapitalize="none" spellCheck="false" />
        <IconButton
          icon={isShown ? EyeOff : Eye}
          aria-label={toggled}
          isDisabled={field.isDisabled ?? false}
          onPress={() => setShown(!isShown)}
        />
      </Group>
    </TextFrame>
  );
}
