import { useParams } from '@tanstack/react-router';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { calendarMessages, meetingMessages } from '../../../domain/messages.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Cluster } from '../../ui/layout.tsx';
import { MeetingRsvp } from '../meetings/meeting-rsvp.tsx';
import { type AttendanceView, attendanceView, proposedLetter } from './attendance-question.ts';
import { AttendanceReply } from './attendance-reply.tsx';
import { MagicCard } from './magic-card.tsx';
import type { MagicAnswer } from './magic-link.ts';
import { MagicCardLoading, MagicLinkFailed, MagicLinkGone } from './magic-link-states.tsx';
import { useMagicMeeting } from './use-magic-meeting.ts';

/** /attendance/{uid}/{letter}, from the mail that tells of a meeting (specification, section 2; product.md, section 6). */
export function MagicAttendancePage() {
  const { uid, letter } = useParams({ from: '/attendance/$uid/$letter' });
  const { link, retry } = useMagicMeeting(uid);
  if (link.kind === 'gone') return <MagicLinkGone />;
  if (link.kind === 'failed') return <MagicLinkFailed onRetry={retry} />;
  if (link.kind === 'loading') return <MagicCardLoading title="Your reply" />;
  return <Attendance key={`${uid} ${letter}`} uid={uid} letter={letter} answer={link.answer} />;
}

interface AttendanceProps {
  readonly uid: string;
  readonly letter: string;
  readonly answer: MagicAnswer;
}

function Attendance({ uid, letter, answer }: AttendanceProps) {
  const { meeting } = answer;
  const [proposal, setProposal] = useState(() => proposedLetter(letter, meeting));
  const view = attendanceView(meeting, proposal);
  const isAsking = view.kind === 'proposed' || view.kind === 'asked';
  return (
    <MagicCard answer={answer} pageTitle={`Your reply: ${meeting.title}`}>
      <Standing uid={uid} answer={answer} view={view} onPropose={setProposal} />
      <Cluster>
        <LinkButton variant={isAsking ? 'secondary' : 'primary'} href={paths.magicMeeting(uid)}>
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

interface StandingProps extends Omit<AttendanceProps, 'letter'> {
  readonly view: AttendanceView;
  readonly onPropose: (letter: ReturnType<typeof proposedLetter>) => void;
}

function Standing({ uid, answer, view, onPropose }: StandingProps) {
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
