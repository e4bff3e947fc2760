import type { ReactNode } from 'react';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import styles from './setting.module.css';

interface SettingProps {
  readonly icon: IconType;
  readonly title: ReactNode;
  readonly meta?: ReactNode;
  readonly action?: ReactNode;
}

export function Setting({ icon, title, meta, action }: SettingProps) {
  return (
    <div className={styles.setting}>
      <Icon of={icon} />
      <div className={styles['setting-text']}>
        <p className={styles['setting-title']}>{title}</p>
        {meta !== undefined && <p className="meta">{meta}</p>}
      </div>
      {action}
    </div>
  );
}
