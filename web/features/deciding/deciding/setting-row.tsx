import type { ReactNode } from 'react';
import styles from './deciding.module.css';

interface SettingRowProps {
  readonly name: string;
  readonly meta: string;
  readonly children: ReactNode;
}

export function SettingRow({ name, meta, children }: SettingRowProps) {
  return (
    <div className={styles.row}>
      <div>
        <p className={styles.name}>{name}</p>
        <span className="meta">{meta}</span>
      </div>
      <div>{children}</div>
    </div>
  );
}
