import { calendarPaths } from '#domain/calendar-paths.ts';
import { useBoard } from '#web/api/start.ts';
import { Stack } from '#web/ui/layout.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { openCalendarLink } from './calendar-choice.ts';
import { AddThisMeeting, Subscribe, useCalendarFlow } from './calendar-flow.tsx';
import { CalendarTypes } from './calendar-types.tsx';
import { FeedLink } from './feed-link.tsx';

interface CalendarDialogProps {
  readonly meetingId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The calendar of whoever is signed in: one meeting, or all of the board's from now on. */
export function CalendarDialog({ meetingId, isOpen, onClose }: CalendarDialogProps) {
  const boardId = useBoard()?.board_info.board_id ?? null;
  const flow = useCalendarFlow({
    addressOf: (type) => calendarPaths.addMeeting(window.location.origin, meetingId, type),
    onSubscribe: (type) => openCalendarLink(calendarPaths.subscribe('', meetingId, type), type),
    subscribed: (type) => <FeedLink boardId={boardId} type={type} />,
  });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Add to calendar"
      actions={
        <>
          <Subscribe flow={flow} />
          <AddThisMeeting flow={flow} />
        </>
      }
    >
      <Stack gap="m">
        <CalendarTypes {...flow.choice} />
        <p className="meta">Subscribe, and your calendar follows every meeting to which you are invited.</p>
        {flow.after}
      </Stack>
    </Dialog>
  );
}
