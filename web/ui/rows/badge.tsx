import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import styles from './badge.module.css';

interface BadgeProps {
  readonly tone?: 'plain' | 'line' | 'board' | 'positive' | 'caution' | 'negative' | undefined;
  readonly icon?: IconType | undefined;
  readonly children: ReactNode;
}

export function Badge({ tone = 'plain', icon, children }: BadgeProps) {
  return (
    <span className={clsx(styles.badge, tone !== 'plain' && styles[`badge-${tone}`])}>
      {icon && <Icon of={icon} />}
      {children}
    </span>
  );
}

export function NewBadge({ children = 'New' }: { readonly children?: ReactNode }) {
  return <span className={clsx(styles.badge, styles['badge-board'], styles['badge-new'])}>{children}</span>;
}

interface CountProps {
  readonly quiet?: boolean | undefined;
  readonly unit?: string | undefined;
  readonly children: ReactNode;
}

export function Count({ quiet = false, unit, children }: CountProps) {
  return (
    <span data-ui="count" className={clsx(styles.count, quiet && styles['count-quiet'])}>
      {children}
      {unit !== undefined && <span className="visually-hidden"> {unit}</span>}
    </span>
  );
}
