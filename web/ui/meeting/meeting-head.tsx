import type { ReactNode } from 'react';
import { pageTitleId } from '#web/ui/page.tsx';
import styles from './meeting-head.module.css';

interface MeetingHeadProps {
  /** A DateBlock of size `head`. */
  readonly date: ReactNode;
  readonly title: string;
  /** Fact lines. */
  readonly children?: ReactNode;
}

/** The head of a meeting's page: when, what, where. */
export function MeetingHead({ date, title, children }: MeetingHeadProps) {
  return (
    <header className={styles['meeting-head']}>
      {date}
      <div>
        <h1 className={styles['meeting-title']} id={pageTitleId}>
          {title}
        </h1>
        {children !== undefined && <div className={styles['meeting-facts']}>{children}</div>}
      </div>
    </header>
  );
}
