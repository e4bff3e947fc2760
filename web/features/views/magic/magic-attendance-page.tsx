import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { answerAttendance } from '#contract/attendance.ts';
import { getMagicMeeting, type MagicMeeting } from '#contract/magic.ts';
import { formatDocumentTime } from '#domain/dates.ts';
import { calendarMessages, meetingMessages, rsvpMessages } from '#domain/messages/meetings.ts';
import {
  type Acceptance,
  acceptanceForLetter,
  acceptanceLabel,
  isRsvpLetter,
  type RsvpLetter,
  shownAcceptance,
} from '#domain/rsvp.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import {
  MeetingRsvp,
  rsvpBarAnswer,
  rsvpChoices,
  rsvpQuestion,
  useReplyFocus,
} from '#web/features/homes/meetings/rsvp/meeting-rsvp.tsx';
import { paths } from '#web/paths.ts';
import { BareNotFoundPage } from '#web/shell/page-states.tsx';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Cluster } from '#web/ui/layout.tsx';
import { Reply } from '#web/ui/meeting/reply.tsx';
import { RsvpBar } from '#web/ui/meeting/rsvp-bar.tsx';
import { RsvpProposal } from '#web/ui/meeting/rsvp-proposal.tsx';
import { MagicCard } from './magic-card.tsx';
import { MagicCardLoading, MagicGate } from './magic-frame.tsx';
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
      {view.kind === 'cancelled' ? (
        <Notice tone="negative">{meetingMessages.cancelled}</Notice>
      ) : view.kind === 'closed' ? (
        <MeetingRsvp meeting={{ ...meeting, id: uid }} uid={uid} canRespond={false} timeZone={answer.board.time_zone} />
      ) : (
        <AttendanceReply uid={uid} answer={answer} view={view} onPropose={setProposal} />
      )}
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

export function MagicAttendancePage() {
  const { uid, letter } = useParams({ from: '/attendance/$uid/$letter' });
  return isRsvpLetter(letter) ? <LoadedReply uid={uid} letter={letter} /> : <BareNotFoundPage />;
}

function LoadedReply({ uid, letter }: { readonly uid: string; readonly letter: RsvpLetter }) {
  return (
    <MagicGate query={useMagicMeeting(uid)} loading={<MagicCardLoading title="Your reply" />}>
      {(answer) => <AttendanceCard key={`${uid} ${letter}`} uid={uid} letter={letter} answer={answer} />}
    </MagicGate>
  );
}

interface AttendanceReplyProps {
  readonly uid: string;
  readonly answer: SharedMeetingAnswer;
  readonly view: Extract<AttendanceView, { kind: 'proposed' | 'recorded' | 'asked' }>;
  readonly onPropose: (letter: RsvpLetter | null) => void;
}

/** Shows a reply only after the server's confirmation, because readers leave as soon as they see it. */
function AttendanceReply({ uid, answer, view, onPropose }: AttendanceReplyProps) {
  const { meeting, board, first_name: firstName } = answer;
  const { type, meeting_status: status } = meeting;
  const [isThanked, setThanked] = useState(false);
  const { bar, keepFocus } = useReplyFocus(view.kind === 'recorded');
  const record = useRecorded(uid);
  const reply = useCall(answerAttendance, {
    invalidates: ['magic'],
    onSuccess: ({ data }) => {
      keepFocus();
      record(data);
      setThanked(data !== 'none');
      onPropose(null);
    },
  });
  const send = (letter: RsvpLetter): void => reply.mutate({ params: { uid, letter } });
  const repliedOn =
    status.answered_at === null
      ? undefined
      : `You replied on ${formatDocumentTime(status.answered_at, board.time_zone)}`;

  return (
    <div ref={bar}>
      <RsvpBar
        question={rsvpQuestion()}
        status={
          <Reply kind={shownAcceptance(status.acceptance, type)}>{acceptanceLabel(status.acceptance, type)}</Reply>
        }
        options={rsvpChoices(type)}
        onChoose={send}
        proposal={
          view.kind === 'proposed' ? (
            <RsvpProposal
              options={rsvpChoices(type)}
              value={view.letter}
              onChoose={onPropose}
              confirmLabel={`Confirm: ${acceptanceLabel(acceptanceForLetter(view.letter, type) ?? 'none', type)}`}
              onConfirm={() => send(view.letter)}
              isPending={reply.isPending}
            />
          ) : undefined
        }
        answer={
          view.kind === 'recorded'
            ? rsvpBarAnswer(view.acceptance, type, isThanked ? replyThanks(firstName) : repliedOn)
            : undefined
        }
        onChange={() => send('m')}
        changeLabel={rsvpMessages.change}
        isPending={reply.isPending}
      />
    </div>
  );
}

function useRecorded(uid: string): (acceptance: Acceptance) => void {
  const client = useQueryClient();
  return (acceptance) => {
    const answered_at = acceptance === 'none' ? null : new Date().toISOString();
    client.setQueryData(
      queryFor(getMagicMeeting, { params: { uid } }).queryKey,
      (kept) =>
        kept && {
          ...kept,
          meeting: { ...kept.meeting, meeting_status: { acceptance, attendance: false, answered_at } },
        },
    );
  };
}

type RepliedMeeting = Pick<MagicMeeting, 'type' | 'state' | 'meeting_status' | 'can'>;

/** Returns null if the proposed reply does not fit the meeting's type, is a withdrawal, or equals the current reply. */
export function proposedLetter(
  letter: RsvpLetter,
  meeting: Pick<RepliedMeeting, 'type' | 'meeting_status'>,
): RsvpLetter | null {
  if (letter === 'm') return null;
  const acceptance = acceptanceForLetter(letter, meeting.type);
  return acceptance === null || acceptance === meeting.meeting_status.acceptance ? null : letter;
}

export function unfitReason(letter: RsvpLetter, { type }: Pick<RepliedMeeting, 'type'>): string | null {
  if (letter === 'm' || acceptanceForLetter(letter, type) !== null) return null;
  return meetingMessages.linkDoesNotFit(type);
}

type AttendanceView =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'proposed'; readonly letter: RsvpLetter }
  | { readonly kind: 'recorded'; readonly acceptance: Acceptance }
  | { readonly kind: 'asked' };

export function attendanceView(meeting: Omit<RepliedMeeting, 'type'>, proposal: RsvpLetter | null): AttendanceView {
  if (meeting.state === 'cancelled') return { kind: 'cancelled' };
  if (!meeting.can.respond) return { kind: 'closed' };
  if (proposal !== null) return { kind: 'proposed', letter: proposal };
  const { acceptance } = meeting.meeting_status;
  return acceptance === 'none' ? { kind: 'asked' } : { kind: 'recorded', acceptance };
}

function replyThanks(firstName: string): string {
  return `Thank you${firstName === '' ? '' : `, ${firstName}`}. Your reply has been recorded.`;
}
