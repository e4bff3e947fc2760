import { useParams } from '@tanstack/react-router';
import { CalendarPlus, LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { rsvpMessages } from '../../../domain/messages.ts';
import type { RsvpLetter } from '../../../domain/rsvp.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Cluster } from '../../ui/layout.tsx';
import { Reply } from '../../ui/meeting/reply.tsx';
import { RsvpBar } from '../../ui/meeting/rsvp-bar.tsx';
import { rsvpQuestion } from '../meetings/meeting-rsvp.tsx';
import { rsvpAnswer, rsvpChoices } from '../meetings/rsvp-choices.tsx';
import { useReply } from '../meetings/use-reply.ts';
import { MagicCard } from './magic-frame.tsx';
import { confirmLabel, isAlreadyAnswered, proposedLetter, thanks } from './proposed-reply.ts';
import { type MagicVisit, useMagicMeeting } from './use-magic-meeting.ts';

/**
 * /attendance/{uid}/{letter}: the answer that a link in a mail proposes. Opening it posts nothing, since mail programs
 * open links too; one press confirms it (specification, section 2).
 */
export function MagicAttendancePage() {
  const { uid, letter } = useParams({ from: '/attendance/$uid/$letter' });
  const state = useMagicMeeting(uid);
  return <MagicCard state={state}>{(visit) => <Answer uid={uid} letter={letter} visit={visit} />}</MagicCard>;
}

interface AnswerProps {
  readonly uid: string;
  readonly letter: string;
  readonly visit: MagicVisit;
}

function Answer({ uid, letter, visit }: AnswerProps) {
  const { meeting, first_name: firstName } = visit;
  const { type } = meeting;
  const { acceptance } = meeting.meeting_status;
  const [proposed, setProposed] = useState<RsvpLetter | null>(() => proposedLetter(letter, type));
  const [hasAnswered, setAnswered] = useState(false);
  const reply = useReply({ kind: 'magic', uid }, type);
  const { respond } = meeting.can;
  const send = (chosen: RsvpLetter): void =>
    reply.mutate(chosen, {
      onSuccess: () => {
        setAnswered(chosen !== 'm');
        // Change asks anew, without the proposal of the link.
        setProposed(null);
      },
    });
  const isAnswered = !respond || isAlreadyAnswered(hasAnswered ? null : proposed, acceptance, type);
  const meta = !respond ? 'Replies to this meeting are closed.' : thanks(firstName);
  return (
    <>
      {meeting.state === 'cancelled' && <Notice tone="negative">This meeting is cancelled.</Notice>}
      {!respond && acceptance === 'none' ? (
        <Notice icon={LockKeyhole}>
          {rsvpMessages.noReply}. {meta}
        </Notice>
      ) : (
        <RsvpBar
          question={rsvpQuestion(firstName)}
          status={<Reply kind="none">{rsvpMessages.noReply}</Reply>}
          options={rsvpChoices(type)}
          onChoose={(chosen) => (proposed === null ? send(chosen) : setProposed(chosen))}
          answer={isAnswered ? rsvpAnswer(acceptance, type, meta) : undefined}
          onChange={respond ? () => send('m') : undefined}
          changeLabel={rsvpMessages.change}
          proposed={
            proposed === null
              ? undefined
              : { value: proposed, confirmLabel: confirmLabel(proposed, type), onConfirm: () => send(proposed) }
          }
          isPending={reply.isPending}
        />
      )}
      <Cluster>
        <LinkButton variant={isAnswered ? 'primary' : 'secondary'} href={paths.magicMeeting(uid)}>
          View Meeting
        </LinkButton>
        <LinkButton icon={CalendarPlus} href={paths.magicCalendar(uid)}>
          Add to calendar
        </LinkButton>
      </Cluster>
    </>
  );
}
