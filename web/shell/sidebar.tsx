import { clsx } from 'clsx';
import { Fragment } from 'react';
import { useBoard, useStart } from '#web/api/start.ts';
import { BoardSwitcher } from './board-switcher.tsx';
import { NavGroup, NavGroupMenu } from './nav-group.tsx';
import { NavLink } from './nav-link.tsx';
import { RecentDocuments } from './recent-documents.tsx';
import { rolesOf } from './roles.ts';
import styles from './sidebar.module.css';
import { sidebarEntries } from './sidebar-entries.ts';
import { UserMenu } from './user-menu.tsx';

interface SidebarProps {
  /** `rail` on medium screens: words under icons, groups as menus, no recent documents. */
  readonly form: 'full' | 'rail';
  readonly pathname: string;
  /** Groups open by themselves on their own routes (large screens). */
  readonly groupsOpenThemselves: boolean;
  readonly onAddBoard: () => void;
}

export function Sidebar({ form, pathname, groupsOpenThemselves, onAddBoard }: SidebarProps) {
  const { user } = useStart();
  const { main, groups } = sidebarEntries(rolesOf(user), useBoard());
  return (
    <div className={clsx(styles.sidebar, form === 'rail' && styles.rail)}>
      <BoardSwitcher onAdd={onAddBoard} />
      <div className={styles.scroll}>
        <nav className={styles.nav} aria-label="Main">
          {main.map((entry) => (
            <NavLink key={entry.key} entry={entry} pathname={pathname} />
          ))}
          {groups.map((group, index) => (
            <Fragment key={group.key}>
              {index === 0 && main.length > 0 && <div className={styles['nav-divider']} />}
              {form === 'rail' ? (
                <NavGroupMenu group={group} pathname={pathname} />
              ) : (
                <NavGroup group={group} pathname={pathname} opensItself={groupsOpenThemselves} />
              )}
            </Fragment>
          ))}
        </nav>
        {form === 'full' && <RecentDocuments />}
      </div>
      {user !== null && (
        <div className={styles['sidebar-foot']}>
          <UserMenu user={user} />
        </div>
      )}
    </div>
  );
}
