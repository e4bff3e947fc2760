import { type ReactNode, useId } from 'react';
import { Link } from 'react-aria-components';
import styles from './next-meeting.module.css';

interface NextMeetingCardProps {
  readonly date: ReactNode;
  readonly kicker: ReactNode;
  readonly title: string;
  readonly href: string;
  readonly facts: ReactNode;
  readonly side?: ReactNode;
  readonly children?: ReactNode;
}

export function NextMeetingCard({ date, kicker, title, href, facts, side, children }: NextMeetingCardProps) {
  const titleId = useId();
  return (
    <section className={styles['next-meeting']} aria-labelledby={titleId}>
      {date}
      <div className={styles['next-meeting-body']}>
        <p className={styles['next-meeting-kicker']}>{kicker}</p>
        <h2 className={styles['next-meeting-title']} id={titleId}>
          <Link href={href}>{title}</Link>
        </h2>
        {facts}
        {children}
        {side !== undefined && <div className={styles['next-meeting-side']}>{side}</div>}
      </div>
    </section>
  );
}
