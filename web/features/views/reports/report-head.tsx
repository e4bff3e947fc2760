import type { ReactNode } from 'react';
import styles from './reports.module.css';

interface ReportHeadProps {
  /** The one number that the report is about. */
  readonly figure: string;
  readonly children: ReactNode;
  readonly legend?: ReactNode;
}

export function ReportHead({ figure, children, legend }: ReportHeadProps) {
  return (
    <div className={styles.head}>
      <p className={styles.sum}>
        <span className={styles['figure-value']}>{figure}</span> <span className={styles.words}>{children}</span>
      </p>
      {legend !== undefined && <p className={styles.legend}>{legend}</p>}
    </div>
  );
}
