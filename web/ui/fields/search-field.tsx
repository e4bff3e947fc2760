import { Search, X } from 'lucide-react';
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
  readonly placeholder?: string | undefined;
}

export function SearchField({ label, placeholder, ...rest }: SearchFieldProps) {
  return (
    <AriaSearchField {...rest} className={styles.field ?? ''} data-ui="field">
      {({ isEmpty }) => (
        <>
          <FieldLabel hidden>{label}</FieldLabel>
          <Group className={styles.input ?? ''}>
            <Icon of={Search} />
            <Input {...(placeholder === undefined ? {} : { placeholder })} />
            {!isEmpty && <IconButton icon={X} aria-label="Clear search" tooltip={false} />}
          </Group>
        </>
      )}
    </AriaSearchField>
  );
}
