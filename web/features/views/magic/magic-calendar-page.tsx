import { useParams } from '@tanstack/react-router';
import { calendarMessages, meetingMessages } from '#domain/messages/meetings.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { AddToCalendar, MagicCard } from './magic-card.tsx';
import { MagicCardLoading, MagicLinkFailed, MagicLinkGone } from './magic-frame.tsx';
import { useMagicMeeting } from './magic-link.ts';

export function MagicCalendarPage() {
  const { uid } = useParams({ from: '/addtocalendar/$uid' });
  const { link, retry } = useMagicMeeting(uid);
  if (link.kind === 'gone') return <MagicLinkGone />;
  if (link.kind === 'failed') return <MagicLinkFailed onRetry={retry} />;
  if (link.kind === 'loading') return <MagicCardLoading title="Add to calendar" />;
  const { meeting } = link.answer;
  return (
    <MagicCard answer={link.answer} pageTitle={`Add to calendar: ${meeting.title}`}>
      {meeting.state === 'cancelled' ? (
        <Notice tone="negative">{meetingMessages.cancelled}</Notice>
      ) : meeting.date_search !== null ? (
        <Notice>{calendarMessages.noDateYet}</Notice>
      ) : (
        <AddToCalendar uid={uid} />
      )}
      <LinkButton block href={paths.magicMeeting(uid)}>
        {calendarMessages.viewMeeting}
      </LinkButton>
    </MagicCard>
  );
}
