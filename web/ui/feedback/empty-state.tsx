import type { ReactNode } from 'react';
import { seatsOnArc } from '#web/ui/meeting/seat-rows.ts';
import styles from './empty-state.module.css';

const centre = { x: 104, y: 75 };

/** Rows of 7, 9 and 11 seats around the chair, from the inside out and from left to right. */
const SEATS = [seatsOnArc(7, 34, centre), seatsOnArc(9, 51, centre), seatsOnArc(11, 68, centre)].flat();

export function Seats({ filled = [] }: { readonly filled?: readonly number[] | undefined }) {
  return (
    <svg className={styles['empty-seats']} viewBox="0 0 208 82" aria-hidden="true">
      {SEATS.map(({ x, y }, index) => (
        <circle
          key={`${x} ${y}`}
          cx={x}
          cy={y}
          r="5"
          className={filled.includes(index) ? styles['seat-on'] : undefined}
        />
      ))}
      <path d="M95.0 80a9 9 0 0 1 18 0z" />
    </svg>
  );
}

interface EmptyStateProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly action?: ReactNode;
  readonly seats?: readonly number[] | undefined;
  readonly level?: 1 | 2 | 3 | undefined;
}

export function EmptyState({ title, text, action, seats, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.empty}>
      <Seats filled={seats} />
      <Heading className={styles['empty-title']}>{title}</Heading>
      {text !== undefined && <p className={styles['empty-text']}>{text}</p>}
      {action}
    </div>
  );
}
