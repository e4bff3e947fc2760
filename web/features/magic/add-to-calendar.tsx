import { calendarPaths } from '../../../domain/calendar-paths.ts';
import { CalendarPanel } from '../calendar/calendar-panel.tsx';

interface AddToCalendarProps {
  readonly uid: string;
  /** In a narrow card: the buttons take the width. */
  readonly narrow?: boolean | undefined;
}

/** The calendar of a shared meeting. A feed is its member's own, so subscribing leads to the login and from there to its link. */
export function AddToCalendar({ uid, narrow }: AddToCalendarProps) {
  return (
    <CalendarPanel
      narrow={narrow}
      addressOf={(type) => calendarPaths.addMagic(window.location.origin, uid, type)}
      onSubscribe={(type) => window.location.assign(calendarPaths.subscribe('', uid, type))}
    />
  );
}
