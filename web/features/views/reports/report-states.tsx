import type { ReactNode } from 'react';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Skeleton } from '#web/ui/feedback/skeletons.tsx';
import styles from './reports.module.css';

const rows = [1, 2, 3, 4, 5, 6] as const;

/** The shape of a report that is on its way. */
export function ReportPending() {
  return (
    <div role="status" aria-busy="true" className={styles.pending}>
      <span className="visually-hidden">Loading</span>
      <Skeleton shape="display" width={40} />
      <div className={styles['pending-plot']} />
      {rows.map((row) => (
        <div key={row} className={styles['pending-row']}>
          <Skeleton width={30} />
          <Skeleton width={20} end />
        </div>
      ))}
    </div>
  );
}

/** Nothing to count: on a new board, or in what the report is narrowed to. */
export function ReportEmpty({ title, text }: { readonly title: string; readonly text: ReactNode }) {
  return (
    <div className={styles.empty}>
      <EmptyState title={title} text={text} />
    </div>
  );
}
