import { useQuery } from '@tanstack/react-query';
import { DoorOpen, Users } from 'lucide-react';
import { getRoom, type Quorum } from '#contract/room.ts';
import { queryFor } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { quorumNote } from './quorum-note.ts';

/** Milliseconds between fetches. */
const refetchedEveryMs = 30_000;

export function RoomEntry({ meetingId }: { readonly meetingId: string }) {
  const { data } = useQuery({
    ...queryFor(getRoom, { params: { id: meetingId } }),
    staleTime: 0,
    refetchInterval: refetchedEveryMs,
    // A failure is not reported, because the page works without this part.
    meta: { quiet: true },
  });
  if (data === undefined) return null;
  const { is_open: isOpen, forecast, line } = data.room;
  const isOver = line.phase === 'adjourned';
  if (!isOpen) return forecast === null ? null : <Notice icon={Users}>{forecastText(forecast)}</Notice>;
  return (
    <Notice
      icon={DoorOpen}
      actions={
        <>
          {isOver && (
            <LinkButton size="s" variant="primary" href={paths.meetingMinutes(meetingId)}>
              Minutes
            </LinkButton>
          )}
          <LinkButton size="s" variant={isOver ? 'secondary' : 'primary'} href={paths.meetingRoom(meetingId)}>
            Enter the room
          </LinkButton>
        </>
      }
    >
      {phaseText[line.phase]}
    </Notice>
  );
}

const phaseText = {
  'not-begun': 'The room is open.',
  'in-session': 'The meeting is in session.',
  recess: 'The meeting is in recess.',
  adjourned: 'The meeting is adjourned.',
} as const;

const forecastText = (forecast: Quorum): string =>
  `Expected: ${forecast.present} of ${forecast.in_office} voting members. ${quorumNote(forecast)}`;
