import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { Fragment, useId, useState } from 'react';
import { Button, Link, MenuTrigger } from 'react-aria-components';
import { glyphType } from '#domain/documents.ts';
import { useBoard, useStart } from '#web/api/start.ts';
import { documentPath } from '#web/paths.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { FileGlyph } from '#web/ui/rows/file-glyph.tsx';
import { BoardSwitcher } from './board-switcher.tsx';
import { rolesOf } from './roles.ts';
import styles from './sidebar.module.css';
import { isCurrent, isGroupCurrent, type NavEntry, type SidebarGroup, sidebarEntries } from './sidebar-entries.ts';
import { UserMenu } from './user-menu.tsx';

interface NavGroupProps {
  readonly group: SidebarGroup;
  readonly pathname: string;
  readonly opensItself: boolean;
}

export function NavGroup({ group, pathname, opensItself }: NavGroupProps) {
  const isCurrent = isGroupCurrent(group, pathname);
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
        <Icon of={group.icon} />
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

export function NavGroupMenu({ group, pathname }: Omit<NavGroupProps, 'opensItself'>) {
  return (
    <MenuTrigger>
      <Button className={styles['nav-item'] ?? ''} {...(isGroupCurrent(group, pathname) ? { 'data-current': '' } : {})}>
        <Icon of={group.icon} />
        <span>{group.label}</span>
      </Button>
      <Menu placement="right top" aria-label={group.label}>
        {group.entries.map((entry) => (
          <MenuItem key={entry.key} icon={entry.icon} label={entry.label} href={entry.href} />
        ))}
      </Menu>
    </MenuTrigger>
  );
}

interface NavLinkProps {
  readonly entry: NavEntry;
  readonly pathname: string;
  readonly plain?: boolean;
}

export function NavLink({ entry, pathname, plain = false }: NavLinkProps) {
  return (
    <Link
      href={entry.href}
      className={styles['nav-item'] ?? ''}
      {...(isCurrent(entry, pathname) ? { 'aria-current': 'page' } : {})}
    >
      {!plain && <Icon of={entry.icon} />}
      <span>{entry.label}</span>
    </Link>
  );
}

export function RecentDocuments() {
  const { recent_documents: documents } = useStart();
  const titleId = useId();
  if (documents.length === 0) return null;
  return (
    <section className={styles.recent} aria-labelledby={titleId}>
      <h2 className={styles['recent-title']} id={titleId}>
        Recently opened
      </h2>
      <ul>
        {documents.map((document) => (
          <li key={document.id}>
            <Link className={styles['recent-item'] ?? ''} href={documentPath(document)}>
              <FileGlyph type={glyphType(document)} size="s" />
              <span className="truncate">{document.title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SidebarProps {
  readonly form: 'full' | 'rail';
  readonly pathname: string;
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
