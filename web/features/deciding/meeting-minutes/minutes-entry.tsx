import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { getMinutes } from '#contract/meeting-minutes.ts';
import { queryFor } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';

export function MinutesEntry({ meetingId }: { readonly meetingId: string }) {
  // A failure is not reported, because the page works without this part.
  const { data } = useQuery({ ...queryFor(getMinutes, { params: { id: meetingId } }), meta: { quiet: true } });
  if (data === undefined || (data.minutes === null && !data.can.start)) return null;
  return (
    <p>
      <LinkButton size="s" icon={ScrollText} href={paths.meetingMinutes(meetingId)}>
        Minutes
      </LinkButton>
    </p>
  );
}
