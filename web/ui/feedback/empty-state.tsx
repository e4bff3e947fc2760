import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

/** Rows of 7, 9 and 11 seats around the chair, from the inside out and from left to right. */
const SEATS: readonly (readonly [number, number])[] = [
  [70, 75],
  [74.6, 58],
  [87, 45.6],
  [104, 41],
  [121, 45.6],
  [133.4, 58],
  [138, 75],
  [53, 75],
  [56.9, 55.5],
  [67.9, 38.9],
  [84.5, 27.9],
  [104, 24],
  [123.5, 27.9],
  [140.1, 38.9],
  [151.1, 55.5],
  [155, 75],
  [36, 75],
  [39.3, 54],
  [49, 35],
  [64, 20],
  [83, 10.3],
  [104, 7],
  [125, 10.3],
  [144, 20],
  [159, 35],
  [168.7, 54],
  [172, 75],
];

export function Seats({ filled = [] }: { readonly filled?: readonly number[] | undefined }) {
  return (
    <svg className={styles['empty-seats']} viewBox="0 0 208 82" aria-hidden="true">
      {SEATS.map(([x, y], index) => (
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
