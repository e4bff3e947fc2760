import type { ReactNode } from 'react';
import styles from './agenda-view.module.css';

export interface AgendaViewItem {
  readonly key: string | number;
  readonly number: string;
  readonly depth?: number | undefined;
  readonly time?: string | undefined;
  readonly dateTime?: string | undefined;
  readonly title: string;
  readonly isMasked?: boolean | undefined;
  readonly presenter?: ReactNode;
  readonly purpose?: string | undefined;
  readonly text?: ReactNode;
  readonly minutes?: string | undefined;
  readonly documents?: ReactNode;
  readonly after?: ReactNode;
}

interface AgendaViewProps {
  readonly items: readonly AgendaViewItem[];
  readonly close?: { readonly time?: string | undefined; readonly label: ReactNode } | undefined;
}

export function AgendaView({ items, close }: AgendaViewProps) {
  return (
    <>
      <ol className={styles.agenda}>
        {items.map((item) => (
          <li
            key={item.key}
            id={`item-${item.key}`}
            className={styles['agenda-item']}
            data-depth={item.depth ?? 0}
            data-masked={item.isMasked === true || undefined}
          >
            {item.time !== undefined && (
              <time className={styles['agenda-time']} dateTime={item.dateTime}>
                {item.time}
              </time>
            )}
            <span className={styles['agenda-number']}>{item.number}</span>
            <div className={styles['agenda-body']}>
              <h3 className={styles['agenda-title']}>{item.title}</h3>
              {item.presenter !== undefined && <p className={styles['agenda-presenter']}>{item.presenter}</p>}
              {item.purpose !== undefined && <p className={styles['agenda-purpose']}>{item.purpose}</p>}
              {item.text !== undefined && <div className={styles['agenda-text']}>{item.text}</div>}
              {item.documents !== undefined && <div className={styles['agenda-docs']}>{item.documents}</div>}
              {item.after}
            </div>
            {item.minutes !== undefined && <span className={styles['agenda-minutes']}>{item.minutes}</span>}
          </li>
        ))}
      </ol>
      {close && (
        <p className={styles['agenda-close']}>
          {close.time !== undefined && <time className={styles['agenda-time']}>{close.time}</time>}
          <span>{close.label}</span>
        </p>
      )}
    </>
  );
}
