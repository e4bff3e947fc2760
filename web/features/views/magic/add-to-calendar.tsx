import { calendarPaths } from '#domain/calendar-paths.ts';
import { AddThisMeeting, Subscribe, useCalendarFlow } from '#web/features/homes/meetings/calendar/calendar-flow.tsx';
import { CalendarTypes } from '#web/features/homes/meetings/calendar/calendar-types.tsx';
import { Cluster, Stack } from '#web/ui/layout.tsx';

interface AddToCalendarProps {
  readonly uid: string;
  /** In a narrow card: the buttons take the width. */
  readonly narrow?: boolean | undefined;
}

/** The calendar of a shared meeting. A feed is its member's own, so subscribing leads to the login and goes on after it. */
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
      <p className="meta">Log in first to subscribe to every meeting.</p>
      {flow.after}
    </Stack>
  );
}
