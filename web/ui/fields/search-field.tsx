import { Search, X } from 'lucide-react';
import type { Ref } from 'react';
import {
  SearchField as AriaSearchField,
  type SearchFieldProps as AriaSearchFieldProps,
  Group,
  Input,
} from 'react-aria-components';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import styles from './field.module.css';
import { FieldLabel } from './field-parts.tsx';

type AriaProps = Omit<AriaSearchFieldProps, 'children' | 'className' | 'style'>;

export interface SearchFieldProps extends AriaProps {
  readonly label: string;
  readonly labelHidden?: boolean | undefined;
  readonly placeholder?: string | undefined;
  readonly clearLabel?: string | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

/** Escape and the clear button empty it. */
export function SearchField({
  label,
  labelHidden = true,
  placeholder,
  clearLabel = 'Clear search',
  ref,
  ...rest
}: SearchFieldProps) {
  return (
    <AriaSearchField {...rest} className={styles.field ?? ''} data-ui="field">
      {({ isEmpty }) => (
        <>
          <FieldLabel hidden={labelHidden}>{label}</FieldLabel>
          <Group className={styles.input ?? ''}>
            <Icon of={Search} />
            <Input {...(ref ? { ref } : {})} {...(placeholder === undefined ? {} : { placeholder })} />
            {!isEmpty && <IconButton icon={X} aria-label={clearLabel} tooltip={false} />}
          </Group>
        </>
      )}
    </AriaSearchField>
  );
}
