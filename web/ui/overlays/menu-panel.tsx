import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { use, useSyncExternalStore } from 'react';
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  Popover as AriaPopover,
  Header,
  Separator,
} from 'react-aria-components';
import { Icon } from '#web/ui/icon.tsx';
import { Count } from '#web/ui/rows/badge.tsx';
import styles from './menu.module.css';
import type { MenuItemProps, MenuProps, MenuSectionProps } from './menu.tsx';
import { OpenMenuContext } from './open-menu.ts';
import popoverStyles from './popover.module.css';

export function Menu({ wide = false, children, ...rest }: MenuProps) {
  const menu = use(OpenMenuContext);
  if (menu === null) throw new Error('A menu must be inside a MenuTrigger or a RowMenu.');
  const { trigger, isOpen, focus, close, placement, labelledBy } = menu;
  const name = labelledBy === undefined ? { 'aria-label': rest['aria-label'] } : { 'aria-labelledby': labelledBy };
  return (
    <AriaPopover
      {...name}
      triggerRef={trigger}
      isOpen={isOpen}
      onOpenChange={close}
      className={clsx(popoverStyles.popover, styles['menu-popover'])}
      placement={placement}
      offset={6}
    >
      <AriaMenu
        {...rest}
        {...name}
        autoFocus={focus}
        onClose={close}
        className={clsx(styles.menu, wide && styles['menu-wide'])}
      >
        {children}
      </AriaMenu>
    </AriaPopover>
  );
}

export function MenuItem(props: MenuItemProps) {
  const {
    icon,
    start,
    description,
    count,
    danger = false,
    disabledReason,
    onlySmall = false,
    children,
    ...rest
  } = props;
  const note = disabledReason ?? description;
  // Not rendered rather than hidden, because the first item in the document gets the focus.
  const isSmall = useSmallScreen();
  if (onlySmall && !isSmall) return null;
  return (
    <AriaMenuItem
      textValue={children}
      {...rest}
      isDisabled={disabledReason !== undefined}
      className={clsx(styles['menu-item'], danger && styles['menu-item-danger'])}
    >
      {({ isSelected }) => (
        <>
          {icon && <Icon of={icon} />}
          {start}
          <span className={styles['menu-item-text']}>
            <span>{children}</span>
            {note !== undefined && <span className="meta">{note}</span>}
          </span>
          {count !== undefined && <Count quiet>{count}</Count>}
          {isSelected && <Icon of={Check} className="end" />}
        </>
      )}
    </AriaMenuItem>
  );
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
  return <Separator className={styles['menu-separator'] ?? ''} />;
}

const smallScreen = () => window.matchMedia('(max-width: 39.9375rem)');

/** Whether the window has the small width. */
const useSmallScreen = (): boolean => useSyncExternalStore(watch, () => smallScreen().matches);

function watch(onChange: () => void): () => void {
  const small = smallScreen();
  small.addEventListener('change', onChange);
  return () => small.removeEventListener('change', onChange);
}
