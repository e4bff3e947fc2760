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
  readonly actions?: ReactNode;
  readonly role?: 'alert' | undefined;
  readonly isNews?: boolean | undefined;
  readonly children: ReactNode;
}

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
