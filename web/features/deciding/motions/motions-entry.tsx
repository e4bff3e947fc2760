import { useQuery } from '@tanstack/react-query';
import type { Meeting } from '#contract/meetings.ts';
import { getRoom } from '#contract/room.ts';
import { queryFor } from '#web/api/queries.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const MeetingMotions = lazyPart(() => import('./meeting-motions.tsx'), 'MeetingMotions');

export function MotionsEntry({ meeting }: { readonly meeting: Meeting }) {
  const { data } = useQuery({
    ...queryFor(getRoom, { params: { id: meeting.id } }),
    enabled: meeting.state === 'published' && !meeting.finds_date,
    // A failure is not reported, because the page works without this part.
    meta: { quiet: true },
  });
  if (data === undefined || data.room.line.motions === 0) return null;
  return <MeetingMotions meeting={meeting} room={data.room} />;
}
