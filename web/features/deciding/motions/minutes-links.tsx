import { downloadMinutes } from '#contract/meeting-minutes.ts';
import { minutesLabels } from '#domain/messages/meeting-minutes.ts';
import { endpointAddress } from '#web/api/call.ts';
import { useBoard } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';

export function MinutesLinks({ meetingId, title }: { readonly meetingId: string; readonly title: string }) {
  const board = useBoard();
  return (
    <>
      <TextLink href={paths.meetingMinutes(meetingId)}>{minutesLabels.title(title)}</TextLink>
      {board !== null && (
        <>
          {', '}
          <TextLink
            href={endpointAddress(downloadMinutes, {
              params: { id: meetingId },
              query: { board: board.board_info.board_id },
            })}
          >
            PDF
          </TextLink>
        </>
      )}
    </>
  );
}
