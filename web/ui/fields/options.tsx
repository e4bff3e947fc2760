import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import menuStyles from '#web/ui/overlays/menu.module.css';
import popoverStyles from '#web/ui/overlays/popover.module.css';
import styles from './options.module.css';

export interface Option<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  readonly icon?: IconType | undefined;
  readonly description?: string | undefined;
  readonly isDisabled?: boolean | undefined;
}

export function Options({ options, empty }: { readonly options: readonly Option[]; readonly empty?: ReactNode }) {
  return (
    <Popover className={clsx(popoverStyles.popover, styles['options-popover'])} offset={4}>
      <ListBox
        className={clsx(menuStyles.menu, styles.options)}
        items={options}
        renderEmptyState={() => <p className={styles['options-empty']}>{empty}</p>}
      >
        {(option) => (
          <ListBoxItem
            id={option.value}
            textValue={option.label}
            isDisabled={option.isDisabled ?? false}
            className={menuStyles['menu-item'] ?? ''}
          >
            {({ isSelected }) => (
              <>
                {option.icon && <Icon of={option.icon} />}
                <span className={menuStyles['menu-item-text']}>
                  <span>{option.label}</span>
                  {option.description !== undefined && <span className="meta">{option.description}</span>}
                </span>
                {isSelected && <Icon of={Check} size="s" className="end" />}
              </>
            )}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  );
}
