import { calendarPaths } from '../../../domain/calendar-paths.ts';
import { useBoard } from '../../api/start.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { openCalendarLink } from './calendar-choice.ts';
import { CalendarPanel } from './calendar-panel.tsx';
import { FeedLink } from './feed-link.tsx';

interface CalendarDialogProps {
  readonly meetingId: string;
  readonly onClose: () => void;
}

/** The calendar of whoever is signed in: one meeting, or all of the board's from now on. */
export function CalendarDialog({ meetingId, onClose }: CalendarDialogProps) {
  const boardId = useBoard()?.board_info.board_id ?? null;
  return (
    <Dialog isOpen onClose={onClose} title="Calendar" actions={<Button onPress={onClose}>Close</Button>}>
      <Stack gap="m">
        <p className="muted">Subscribe, and your calendar follows every meeting to which you are invited.</p>
        <CalendarPanel
          addressOf={(type) => calendarPaths.addMeeting(window.location.origin, meetingId, type)}
          onSubscribe={(type) => openCalendarLink(calendarPaths.subscribe('', meetingId, type), type)}
          subscribed={(type) => <FeedLink boardId={boardId} type={type} />}
        />
      </Stack>
    </Dialog>
  );
}
