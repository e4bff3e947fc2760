import { Children, isValidElement, type ReactNode } from 'react';
import { Link } from 'react-aria-components';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import styles from './timeline.module.css';

export function Timeline({ children, label }: { readonly children: ReactNode; readonly label?: string | undefined }) {
  return <ol aria-label={label}>{children}</ol>;
}

interface TimelineRowProps {
  readonly day: string;
  readonly weekday: string;
  readonly dateTime?: string | undefined;
  readonly title: string;
  readonly href: string;
  readonly text?: ReactNode;
  readonly kind?: { readonly icon: IconType; readonly label: string } | undefined;
  readonly meta?: readonly ReactNode[] | undefined;
  readonly end?: ReactNode;
}

export function TimelineRow(props: TimelineRowProps) {
  const { day, weekday, dateTime, title, href, text, kind, meta = [], end } = props;
  return (
    <li className={styles.entry}>
      <time className={styles['entry-date']} dateTime={dateTime}>
        <span className={styles['entry-day']}>{day}</span>
        <span className={styles['entry-weekday']}>{weekday}</span>
      </time>
      <div>
        <h3 className={styles['entry-title']}>
          <Link href={href}>{title}</Link>
        </h3>
        {text !== undefined && <p className={styles['entry-text']}>{text}</p>}
        {(kind || meta.length > 0) && (
          <p className={styles['entry-meta']}>
            {kind && (
              <span>
                <Icon of={kind.icon} />
                {kind.label}
              </span>
            )}
            {Children.toArray(meta).map((fact) => (
              <span key={isValidElement(fact) ? fact.key : String(fact)}>{fact}</span>
            ))}
          </p>
        )}
      </div>
      {end !== undefined && <div className={styles['entry-end']}>{end}</div>}
    </li>
  );
}

export function TimelineDivider({ children }: { readonly children: ReactNode }) {
  return <li className={styles.divider}>{children}</li>;
}
