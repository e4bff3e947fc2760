import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import styles from './setting.module.css';

interface SettingProps {
  readonly icon: IconType;
  readonly title: ReactNode;
  readonly meta?: ReactNode;
  readonly action?: ReactNode;
  readonly hasLongAction?: boolean;
}

export function Setting({ icon, title, meta, action, hasLongAction = false }: SettingProps) {
  return (
    <div className={clsx(styles.setting, hasLongAction && styles['setting-long'])}>
      <Icon of={icon} />
      <div className={styles['setting-text']}>
        <p className={styles['setting-title']}>{title}</p>
        {meta !== undefined && <p className="meta">{meta}</p>}
      </div>
      {action}
    </div>
  );
}
