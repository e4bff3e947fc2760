import { DoorOpen } from 'lucide-react';
import type { MeetingSummary } from '#contract/summaries.ts';
import { useStart } from '#web/api/start.ts';
import { isRoomOpen } from '#web/features/homes/meetings/meeting-labels.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';

interface NextMeetingLinksProps {
  readonly meeting: MeetingSummary;
  readonly now: Date;
}

export function NextMeetingLinks({ meeting, now }: NextMeetingLinksProps) {
  const opensMinutes = useStart().settings.attendance_opens_minutes_before;
  const isOpen = isRoomOpen(meeting, { opensMinutes, now });
  return (
    <>
      {isOpen && (
        <LinkButton variant="primary" icon={DoorOpen} href={paths.meetingRoom(meeting.id)}>
          Enter the room
        </LinkButton>
      )}
      <LinkButton variant={isOpen ? 'secondary' : 'primary'} href={paths.meeting(meeting.id)}>
        Open meeting
      </LinkButton>
    </>
  );
}
