import { clsx } from 'clsx';
import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon, type IconType } from '../icon.tsx';
import styles from './notice.module.css';

const ICONS = { info: Info, caution: TriangleAlert, negative: CircleAlert } as const;

interface NoticeProps {
  readonly tone?: 'info' | 'caution' | 'negative' | undefined;
  readonly icon?: IconType | undefined;
  /** One small button or link at the end. */
  readonly actions?: ReactNode;
  /** `alert` for what just went wrong, `status` for what just changed; none for what stands there. */
  readonly role?: 'alert' | 'status' | undefined;
  readonly children: ReactNode;
}

/** A sentence in the page about what is the case and what can be done. */
export function Notice({ tone = 'info', icon, actions, role, children }: NoticeProps) {
  return (
    <div className={clsx(styles.notice, tone !== 'info' && styles[`notice-${tone}`])} role={role}>
      <Icon of={icon ?? ICONS[tone]} />
      <span className={styles['notice-text']}>{children}</span>
      {actions}
    </div>
  );
}
