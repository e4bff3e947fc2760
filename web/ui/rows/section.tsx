import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

interface SectionProps {
  readonly title: ReactNode;
  readonly aside?: ReactNode;
  readonly level?: 2 | 3 | undefined;
  readonly id?: string | undefined;
  readonly children: ReactNode;
}

export function Section({ title, aside, level = 2, id, children }: SectionProps) {
  const titleId = useId();
  const Heading = `h${level}` as const;
  return (
    <section id={id} aria-labelledby={titleId}>
      <div className={styles['section-head']}>
        <Heading className={styles['section-title']} id={titleId}>
          {title}
        </Heading>
        {aside !== undefined && (
          <span className={`${styles['section-note']} end`}>
            {aside}
            {typeof aside === 'number' && <span className="visually-hidden"> {title}</span>}
          </span>
        )}
      </div>
      {children}
    </section>
  );
}
