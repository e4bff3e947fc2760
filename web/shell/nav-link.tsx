import { Link } from 'react-aria-components';
import { Icon } from '#web/ui/icon.tsx';
import { entryIcons } from './entry-icons.ts';
import styles from './sidebar.module.css';
import { isCurrent, type SidebarEntry } from './sidebar-entries.ts';

interface NavLinkProps {
  readonly entry: SidebarEntry;
  readonly pathname: string;
  /** Without its icon, under the name of its group. */
  readonly plain?: boolean;
}

export function NavLink({ entry, pathname, plain = false }: NavLinkProps) {
  return (
    <Link
      href={entry.href}
      className={styles['nav-item'] ?? ''}
      {...(isCurrent(entry, pathname) ? { 'aria-current': 'page' } : {})}
    >
      {!plain && <Icon of={entryIcons[entry.key]} />}
      <span>{entry.label}</span>
    </Link>
  );
}
