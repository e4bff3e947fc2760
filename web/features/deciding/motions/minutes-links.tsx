import { downloadMinutes } from '#contract/meeting-minutes.ts';
import { minutesLabels } from '#domain/messages/meeting-minutes.ts';
import { endpointAddress, pageBoard } from '#web/api/call.ts';
import { paths } from '#web/paths.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';

export function MinutesLinks({ meetingId, title }: { readonly meetingId: string; readonly title: string }) {
  const href = endpointAddress(downloadMinutes, { params: { id: meetingId }, query: { board: pageBoard() } });
  return (
    <>
      <TextLink href={paths.meetingMinutes(meetingId)}>{minutesLabels.title(title)}</TextLink>
      {', '}
      <TextLink href={href}>PDF</TextLink>
    </>
  );
}
