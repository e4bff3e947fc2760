import { clsx } from 'clsx';
import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import { News } from './news.tsx';
import styles from './notice.module.css';

const ICONS = { info: Info, caution: TriangleAlert, negative: CircleAlert } as const;

interface NoticeProps {
  readonly tone?: 'info' | 'caution' | 'negative' | undefined;
  readonly icon?: IconType | undefined;
  /** One small button or link at the end. */
  readonly actions?: ReactNode;
  /** Use `alert` for errors that just happened. */
  readonly role?: 'alert' | undefined;
  /** Announced when it appears. */
  readonly isNews?: boolean | undefined;
  readonly children: ReactNode;
}

/** A sentence about the page's state and what the user can do. */
export function Notice({ tone = 'info', icon, actions, role, isNews = false, children }: NoticeProps) {
  return (
    <div className={clsx(styles.notice, tone !== 'info' && styles[`notice-${tone}`])} role={role}>
      <Icon of={icon ?? ICONS[tone]} />
      {isNews ? (
        <News className={styles['notice-text']}>{children}</News>
      ) : (
        <span className={styles['notice-text']}>{children}</span>
      )}
      {actions}
    </div>
  );
}
