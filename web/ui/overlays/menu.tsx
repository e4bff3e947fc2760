import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  type MenuItemProps as AriaMenuItemProps,
  type MenuProps as AriaMenuProps,
  MenuSection as AriaMenuSection,
  Popover as AriaPopover,
  Separator as AriaSeparator,
  Header,
  type Placement,
} from 'react-aria-components';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import { Count } from '#web/ui/rows/badge.tsx';
import styles from './menu.module.css';
import popoverStyles from './popover.module.css';

interface MenuProps extends Omit<AriaMenuProps<object>, 'className' | 'style' | 'children' | 'items'> {
  readonly 'aria-label': string;
  readonly placement?: Placement | undefined;
  readonly wide?: boolean | undefined;
  readonly children: ReactNode;
}

/** Must follow its button in React Aria's `MenuTrigger`, or be in a `RowMenu`. */
export function Menu({ placement = 'bottom end', wide = false, children, ...rest }: MenuProps) {
  return (
    <AriaPopover
      aria-label={rest['aria-label']}
      className={clsx(popoverStyles.popover, styles['menu-popover'])}
      placement={placement}
      offset={6}
    >
      <AriaMenu {...rest} className={clsx(styles.menu, wide && styles['menu-wide'])}>
        {children}
      </AriaMenu>
    </AriaPopover>
  );
}

interface MenuItemProps extends Omit<AriaMenuItemProps, 'className' | 'style' | 'children' | 'isDisabled'> {
  readonly label: string;
  readonly icon?: IconType | undefined;
  readonly start?: ReactNode;
  readonly description?: string | undefined;
  readonly count?: number | undefined;
  readonly danger?: boolean | undefined;
  readonly disabledReason?: string | undefined;
  readonly onlySmall?: boolean | undefined;
}

export function MenuItem(props: MenuItemProps) {
  const { label, icon, start, description, count, danger = false, disabledReason, onlySmall = false, ...rest } = props;
  const note = disabledReason ?? description;
  const isSmall = useSmallScreen();
  if (onlySmall && !isSmall) return null;
  return (
    <AriaMenuItem
      textValue={label}
      {...rest}
      isDisabled={disabledReason !== undefined}
      className={clsx(styles['menu-item'], danger && styles['menu-item-danger'])}
    >
      {({ isSelected }) => (
        <>
          {icon && <Icon of={icon} />}
          {start}
          <span className={styles['menu-item-text']}>
            <span>{label}</span>
            {note !== undefined && <span className="meta">{note}</span>}
          </span>
          {count !== undefined && <Count quiet>{count}</Count>}
          {isSelected && <Icon of={Check} className="end" />}
        </>
      )}
    </AriaMenuItem>
  );
}

interface MenuSectionProps extends Pick<AriaMenuProps<object>, 'selectionMode' | 'selectedKeys'> {
  readonly title: string;
  readonly children: ReactNode;
}

export function MenuSection({ title, children, ...selection }: MenuSectionProps) {
  return (
    <AriaMenuSection {...selection}>
      <Header className={styles['menu-heading'] ?? ''}>{title}</Header>
      {children}
    </AriaMenuSection>
  );
}

export function MenuSeparator() {
  return <AriaSeparator className={styles['menu-separator'] ?? ''} />;
}

const smallScreen = () => window.matchMedia('(max-width: 39.9375rem)');

const useSmallScreen = (): boolean => useSyncExternalStore(watch, () => smallScreen().matches);

function watch(onChange: () => void): () => void {
  const small = smallScreen();
  small.addEventListener('change', onChange);
  return () => small.removeEventListener('change', onChange);
}
