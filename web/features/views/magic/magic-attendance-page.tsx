import { useParams } from '@tanstack/react-router';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { calendarMessages, meetingMessages } from '#domain/messages/meetings.ts';
import { isRsvpLetter, type RsvpLetter } from '#domain/rsvp.ts';
import { MeetingRsvp } from '#web/features/homes/meetings/rsvp/meeting-rsvp.tsx';
import { paths } from '#web/paths.ts';
import { BareNotFoundPage } from '#web/shell/page-states.tsx';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Cluster } from '#web/ui/layout.tsx';
import { type AttendanceView, attendanceView, proposedLetter, unfitReason } from './attendance-question.ts';
import { AttendanceReply } from './attendance-reply.tsx';
import { MagicCard } from './magic-card.tsx';
import { MagicCardLoading, MagicLinkFailed, MagicLinkGone } from './magic-frame.tsx';
import { type SharedMeetingAnswer, useMagicMeeting } from './magic-link.ts';

interface AttendanceCardProps {
  readonly uid: string;
  readonly letter: RsvpLetter;
  readonly answer: SharedMeetingAnswer;
}

export function AttendanceCard({ uid, letter, answer }: AttendanceCardProps) {
  const { meeting } = answer;
  const [proposal, setProposal] = useState(() => proposedLetter(letter, meeting));
  const view = attendanceView(meeting, proposal);
  const unfit = view.kind === 'asked' || view.kind === 'recorded' ? unfitReason(letter, meeting) : null;
  const isOpen = view.kind === 'proposed' || view.kind === 'asked';
  return (
    <MagicCard answer={answer} pageTitle={`Your reply: ${meeting.title}`}>
      {unfit !== null && <Notice tone="caution">{unfit}</Notice>}
      <CurrentReply uid={uid} answer={answer} view={view} onPropose={setProposal} />
      <Cluster>
        <LinkButton variant={isOpen ? 'secondary' : 'primary'} href={paths.magicMeeting(uid)}>
          {calendarMessages.viewMeeting}
        </LinkButton>
        {view.kind !== 'cancelled' && (
          <LinkButton icon={CalendarPlus} href={paths.magicCalendar(uid)}>
            Add to calendar
          </LinkButton>
        )}
      </Cluster>
    </MagicCard>
  );
}

interface ReplyProps extends Omit<AttendanceCardProps, 'letter'> {
  readonly view: AttendanceView;
  readonly onPropose: (letter: ReturnType<typeof proposedLetter>) => void;
}

function CurrentReply({ uid, answer, view, onPropose }: ReplyProps) {
  const { meeting, board } = answer;
  if (view.kind === 'cancelled') return <Notice tone="negative">{meetingMessages.cancelled}</Notice>;
  if (view.kind === 'closed') {
    return (
      <MeetingRsvp
        meeting={{ ...meeting, id: uid }}
        uid={uid}
        canRespond={false}
        timeZone={board.time_zone}
        withCalendar={false}
      />
    );
  }
  return <AttendanceReply uid={uid} answer={answer} view={view} onPropose={onPropose} />;
}

export function MagicAttendancePage() {
  const { uid, letter } = useParams({ from: '/attendance/$uid/$letter' });
  return isRsvpLetter(letter) ? <LoadedReply uid={uid} letter={letter} /> : <BareNotFoundPage />;
}

function LoadedReply({ uid, letter }: { readonly uid: string; readonly letter: RsvpLetter }) {
  const { link, retry } = useMagicMeeting(uid);
  if (link.kind === 'gone') return <MagicLinkGone />;
  if (link.kind === 'failed') return <MagicLinkFailed onRetry={retry} />;
  if (link.kind === 'loading') return <MagicCardLoading title="Your reply" />;
  return <AttendanceCard key={`${uid} ${letter}`} uid={uid} letter={letter} answer={link.answer} />;
}
