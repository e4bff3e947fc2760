import { parseDate } from '@internationalized/date';
import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  type DateValue,
  Heading,
} from 'react-aria-components';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import styles from './month-calendar.module.css';

interface MonthCalendarProps {
  /** Called with the chosen day, as `YYYY-MM-DD`. */
  readonly onPick?: ((day: string) => void) | undefined;
  readonly label?: string | undefined;
  readonly marked?: readonly string[] | undefined;
  readonly min?: string | undefined;
  /** Today's date as `YYYY-MM-DD`. Defaults to the date on the reader's device. */
  readonly today?: string | undefined;
}

export function MonthCalendar({ onPick, label, marked = [], min, today }: MonthCalendarProps) {
  const alone = onPick === undefined ? {} : { value: null, onChange: (day: DateValue) => onPick(day.toString()) };
  return (
    <Calendar
      className={styles.month ?? ''}
      {...alone}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(min === undefined ? {} : { minValue: parseDate(min) })}
      {...(today === undefined || onPick === undefined ? {} : { defaultFocusedValue: parseDate(today) })}
    >
      <header className={styles['month-head']}>
        <IconButton slot="previous" icon={ChevronLeft} size="s" aria-label="Previous month" tooltip={false} />
        <Heading className={styles['month-title'] ?? ''} />
        <IconButton slot="next" icon={ChevronRight} size="s" aria-label="Next month" tooltip={false} />
      </header>
      <CalendarGrid weekdayStyle="short">
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className={styles['month-weekday'] ?? ''}>{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => (
            <CalendarCell
              date={date}
              className={({ isToday }) =>
                clsx(
                  styles['month-day'],
                  (today === undefined ? isToday : date.toString() === today) && styles['month-today'],
                  marked.includes(date.toString()) && styles['month-marked'],
                )
              }
            />
          )}
        </CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  );
}
