import { clsx } from 'clsx';
import { MarkStrokes } from '#web/ui/brand/mark.tsx';
import styles from './date-block.module.css';

interface DateBlockProps {
  readonly weekday: string;
  readonly day: string | number;
  readonly month: string;
  readonly dateTime: string;
  readonly size?: 'hero' | 'head' | 's' | undefined;
}

const Arcs = () => (
  <svg data-ui="date-block-arcs" viewBox="0 0 32 32" className={styles['date-block-arcs']} aria-hidden="true">
    <MarkStrokes />
  </svg>
);

export function OpenDateBlock({ count }: { readonly count: number }) {
  return (
    <div data-ui="date-block open-date" className={styles['date-block']}>
      <Arcs />
      <span data-ui="date-block-weekday" className={styles['date-block-weekday']}>
        {count === 0 ? 'No date' : 'Choose from'}
      </span>{' '}
      <span data-ui="date-block-day" className={styles['date-block-day']} aria-hidden={count === 0 || undefined}>
        {count === 0 ? '–' : count}
      </span>{' '}
      <span data-ui="date-block-month" className={styles['date-block-month']}>
        {count === 0 ? 'yet' : 'dates'}
      </span>
    </div>
  );
}

export function DateBlock({ weekday, day, month, dateTime, size = 'head' }: DateBlockProps) {
  return (
    <time
      data-ui="date-block"
      dateTime={dateTime}
      className={clsx(styles['date-block'], size === 's' && styles['date-block-s'])}
    >
      {size !== 's' && <Arcs />}
      <span data-ui="date-block-weekday" className={styles['date-block-weekday']}>
        {weekday}
      </span>
      <span data-ui="date-block-day" className={styles['date-block-day']}>
        {day}
      </span>
      <span data-ui="date-block-month" className={styles['date-block-month']}>
        {month}
      </span>
    </time>
  );
}
