import { Link } from 'react-aria-components';
import { Count } from './badge.tsx';
import styles from './tabs.module.css';

interface LinkTabsProps {
  readonly label: string;
  readonly tabs: readonly {
    readonly label: string;
    readonly href: string;
    readonly isCurrent: boolean;
    readonly count?: number | undefined;
  }[];
}

function scrollIntoView(current: HTMLAnchorElement | null): void {
  const row = current?.parentElement;
  if (!current || !row) return;
  row.scrollLeft = current.offsetLeft - row.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
}

export function LinkTabs({ label, tabs }: LinkTabsProps) {
  const isCounted = tabs.some(({ count }) => count !== undefined);
  return (
    <nav key={String(isCounted)} className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          className={styles.tab ?? ''}
          {...(tab.isCurrent ? { 'aria-current': 'page', ref: scrollIntoView } : {})}
        >
          {tab.label}
          {tab.count !== undefined && (
            <Count quiet unit="found">
              {tab.count}
            </Count>
          )}
        </Link>
      ))}
    </nav>
  );
}
