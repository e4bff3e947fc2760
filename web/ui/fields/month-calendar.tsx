import { ChevronLeft, ChevronRight } from 'lucide-react';
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
} from 'react-aria-components';
import { IconButton } from '../actions/icon-button.tsx';
import styles from './month-calendar.module.css';

/** One month to pick a day from; its value comes from the date field around it. */
export function MonthCalendar() {
  return (
    <Calendar className={styles.month ?? ''}>
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
          {(date) => <CalendarCell date={date} className={styles['month-day'] ?? ''} />}
        </CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  );
}
