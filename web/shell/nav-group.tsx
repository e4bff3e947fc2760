import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from 'react-aria-components';
import { Icon } from '#web/ui/icon.tsx';
import { Menu, MenuItem, MenuTrigger } from '#web/ui/overlays/menu.tsx';
import { entryIcons, groupIcons } from './entry-icons.ts';
import { NavLink } from './nav-link.tsx';
import styles from './sidebar.module.css';
import { isGroupCurrent, type SidebarGroup } from './sidebar-entries.ts';

interface NavGroupProps {
  readonly group: SidebarGroup;
  readonly pathname: string;
  /** Opens by itself while one of its routes is shown (large screens). */
  readonly opensItself: boolean;
}

/** A group that folds out under its name. */
export function NavGroup({ group, pathname, opensItself }: NavGroupProps) {
  const isCurrent = isGroupCurrent(group, pathname);
  // What the reader did counts until they come to, or leave, the group's own routes.
  const [chosen, setChosen] = useState<{ readonly isOpen: boolean; readonly whileCurrent: boolean } | null>(null);
  const isOpen = chosen?.whileCurrent === isCurrent ? chosen.isOpen : opensItself && isCurrent;
  const listId = useId();
  return (
    <div>
      <Button
        className={`${styles['nav-item']} ${styles['nav-toggle']}`}
        aria-expanded={isOpen}
        aria-controls={listId}
        onPress={() => setChosen({ isOpen: !isOpen, whileCurrent: isCurrent })}
        {...(isCurrent && !isOpen ? { 'data-current': '' } : {})}
      >
        <Icon of={groupIcons[group.key]} />
        <span>{group.label}</span>
        <Icon of={ChevronRight} className={styles.chevron ?? ''} />
      </Button>
      <div className={styles['nav-fold']} id={listId} {...(isOpen ? { 'data-open': '' } : {})}>
        <div className={styles['nav-sub']}>
          {group.entries.map((entry) => (
            <NavLink key={entry.key} entry={entry} pathname={pathname} plain />
          ))}
        </div>
      </div>
    </div>
  );
}

/** The same in the rail of medium screens: a menu. */
export function NavGroupMenu({ group, pathname }: Omit<NavGroupProps, 'opensItself'>) {
  return (
    <MenuTrigger placement="right top">
      <Button className={styles['nav-item'] ?? ''} {...(isGroupCurrent(group, pathname) ? { 'data-current': '' } : {})}>
        <Icon of={groupIcons[group.key]} />
        <span>{group.label}</span>
      </Button>
      <Menu aria-label={group.label}>
        {group.entries.map((entry) => (
          <MenuItem key={entry.key} icon={entryIcons[entry.key]} href={entry.href}>
            {entry.label}
          </MenuItem>
        ))}
      </Menu>
    </MenuTrigger>
  );
}
