import type { ReactNode } from 'react';
import { calendarPaths } from '#domain/calendar-paths.ts';
import { formatHeadingDate, formatTimeRange } from '#domain/dates.ts';
import {
  AddThisMeeting,
  CalendarTypes,
  Subscribe,
  useCalendarFlow,
} from '#web/features/homes/meetings/calendar/calendar-flow.tsx';
import { AuthFrame } from '#web/shell/auth-frame.tsx';
import { usePageTitle } from '#web/shell/page-title.ts';
import { Cluster, Stack } from '#web/ui/layout.tsx';
import styles from './magic.module.css';
import type { SharedMeetingAnswer } from './magic-link.ts';

interface AddToCalendarProps {
  readonly uid: string;
  readonly narrow?: boolean | undefined;
}

export function AddToCalendar({ uid, narrow = false }: AddToCalendarProps) {
  const flow = useCalendarFlow({
    addressOf: (type) => calendarPaths.addMagic(window.location.origin, uid, type),
    onSubscribe: (type) => window.location.assign(calendarPaths.subscribe('', uid, type)),
  });
  return (
    <Stack gap={narrow ? 's' : 'm'}>
      <CalendarTypes {...flow.choice} />
      <Cluster>
        <AddThisMeeting flow={flow} block={narrow} />
        <Subscribe flow={flow} block={narrow} />
      </Cluster>
      <p className="meta">To subscribe to all your meetings, log in first.</p>
      {flow.after}
    </Stack>
  );
}

interface MagicCardProps {
  readonly answer: SharedMeetingAnswer;
  readonly pageTitle: string;
  readonly children: ReactNode;
}

export function MagicCard({ answer, pageTitle, children }: MagicCardProps) {
  const { board, meeting } = answer;
  usePageTitle(pageTitle);
  return (
    <AuthFrame
      wide
      board={board}
      title={meeting.title}
      lede={
        meeting.date_search === null ? (
          <time dateTime={meeting.start}>
            {formatHeadingDate(meeting.start, board.time_zone)},{' '}
            {formatTimeRange(meeting.start, meeting.end, board.time_zone)}
          </time>
        ) : (
          'No date yet'
        )
      }
    >
      <div className={styles['card-body']}>
        <Stack>{children}</Stack>
      </div>
    </AuthFrame>
  );
}
