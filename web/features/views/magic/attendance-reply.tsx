import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerAttendance } from '#contract/attendance.ts';
import { getMagicMeeting } from '#contract/magic.ts';
import { formatDocumentTime } from '#domain/dates.ts';
import { rsvpMessages } from '#domain/messages/meetings.ts';
import {
  type Acceptance,
  acceptanceForLetter,
  acceptanceLabel,
  type RsvpLetter,
  shownAcceptance,
} from '#domain/rsvp.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import {
  rsvpBarAnswer,
  rsvpChoices,
  rsvpQuestion,
  useReplyFocus,
} from '#web/features/homes/meetings/rsvp/meeting-rsvp.tsx';
import { Reply } from '#web/ui/meeting/reply.tsx';
import { RsvpBar } from '#web/ui/meeting/rsvp-bar.tsx';
import { RsvpProposal } from '#web/ui/meeting/rsvp-proposal.tsx';
import { type AttendanceView, replyThanks } from './attendance-question.ts';
import type { SharedMeetingAnswer } from './magic-link.ts';

interface AttendanceReplyProps {
  readonly uid: string;
  readonly answer: SharedMeetingAnswer;
  readonly view: Extract<AttendanceView, { kind: 'proposed' | 'recorded' | 'asked' }>;
  readonly onPropose: (letter: RsvpLetter | null) => void;
}

/** Shows a reply only after the server's confirmation, because readers then leave. */
export function AttendanceReply({ uid, answer, view, onPropose }: AttendanceReplyProps) {
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
