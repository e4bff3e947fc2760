import { Link } from 'react-aria-components';
import { Icon } from '#web/ui/icon.tsx';
import { isCurrent, tabBarEntries } from './sidebar-entries.ts';
import styles from './tab-bar.module.css';

export function TabBar({ pathname }: { readonly pathname: string }) {
  return (
    <nav className={styles.tabbar} aria-label="Main screens">
      {tabBarEntries.map((entry) => (
        <Link
          key={entry.key}
          href={entry.href}
          className={styles['tabbar-item'] ?? ''}
          {...(isCurrent(entry, pathname) ? { 'aria-current': 'page' } : {})}
        >
          <Icon of={entry.icon} />
          {entry.label}
        </Link>
      ))}
    </nav>
  );
}
