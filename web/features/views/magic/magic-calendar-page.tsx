import { useParams } from '@tanstack/react-router';
import { calendarMessages, meetingMessages } from '#domain/messages/meetings.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { AddToCalendar, MagicCard } from './magic-card.tsx';
import { MagicCardLoading, MagicGate } from './magic-frame.tsx';
import { type SharedMeetingAnswer, useMagicMeeting } from './magic-link.ts';

export function MagicCalendarPage() {
  const { uid } = useParams({ from: '/addtocalendar/$uid' });
  return (
    <MagicGate query={useMagicMeeting(uid)} loading={<MagicCardLoading title="Add to calendar" />}>
      {(answer) => <CalendarCard uid={uid} answer={answer} />}
    </MagicGate>
  );
}

function CalendarCard({ uid, answer }: { readonly uid: string; readonly answer: SharedMeetingAnswer }) {
  const { meeting } = answer;
  return (
    <MagicCard answer={answer} pageTitle={`Add to calendar: ${meeting.title}`}>
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
