import { clsx } from 'clsx';
import type { Ref } from 'react';
import { TextArea as AriaTextArea } from 'react-aria-components';
import styles from './field.module.css';
import { TextFrame, type TextFrameProps } from './text-field.tsx';

export interface TextAreaProps extends Omit<TextFrameProps, 'type'> {
  readonly rows?: number | undefined;
  readonly placeholder?: string | undefined;
  readonly variant?: 'default' | 'item' | 'lines' | undefined;
  readonly ref?: Ref<HTMLTextAreaElement> | undefined;
}

export function TextArea({ rows, placeholder, variant, ref, ...field }: TextAreaProps) {
  const isItem = variant === 'item';
  return (
    <TextFrame field={field}>
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
    </TextFrame>
  );
}
