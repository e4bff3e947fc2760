import type { ReactNode } from 'react';
import { pageTitleId } from '#web/ui/page.tsx';
import styles from './meeting-head.module.css';

interface MeetingHeadProps {
  readonly date: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
}

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
