import { LockKeyhole } from 'lucide-react';
import type { MeetingSummary } from '#contract/meeting-summary.ts';
import { formatDocumentTime } from '#domain/dates.ts';
import { rsvpMessages } from '#domain/messages.ts';
import type { RsvpLetter } from '#domain/rsvp.ts';
import { useTimeZone } from '#web/api/start.ts';
import { AddToCalendarButton } from '#web/features/homes/meetings/calendar/add-to-calendar-button.tsx';
import { canAddToCalendar } from '#web/features/homes/meetings/calendar/can-add-to-calendar.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Reply } from '#web/ui/meeting/reply.tsx';
import { RsvpBar } from '#web/ui/meeting/rsvp-bar.tsx';
import { useKeptFocus } from './kept-focus.ts';
import styles from './meeting-rsvp.module.css';
import { rsvpAnswer, rsvpChoices } from './rsvp-choices.tsx';
import { useReply } from './use-reply.ts';

interface MeetingRsvpProps {
  readonly meeting: Pick<MeetingSummary, 'id' | 'title' | 'type' | 'state' | 'meeting_status'> & {
    readonly end: string | null;
  };
  /** Of a magic link; without it the reply is the signed-in member's. */
  readonly uid?: string | undefined;
  /** 'Sunita, will you attend?' */
  readonly firstName?: string | undefined;
  /** Inside a card: no edge of its own. */
  readonly flush?: boolean | undefined;
  readonly canRespond: boolean;
  /** Where no board is signed in to, the zone comes along. */
  readonly timeZone?: string | undefined;
  /** False where the page offers the calendar elsewhere. */
  readonly withCalendar?: boolean | undefined;
}

export const rsvpQuestion = (firstName?: string): string =>
  firstName === undefined || firstName === '' ? 'Will you attend?' : `${firstName}, will you attend?`;
const closed = 'Replies to this meeting are closed.';

/**
 * The reader's own reply to a meeting: asks, then states it, and Change brings the question back (specification,
 * section 4, 'RSVP'). Shows nothing to who is not invited, and nothing on a draft.
 */
export function MeetingRsvp(props: MeetingRsvpProps) {
  const { meeting, uid, firstName, flush, canRespond, withCalendar = true } = props;
  const boardTimeZone = useTimeZone();
  const timeZone = props.timeZone ?? boardTimeZone;
  const reply = useReply(
    uid === undefined ? { kind: 'member', meetingId: meeting.id } : { kind: 'magic', uid },
    meeting.type,
  );
  const status = meeting.meeting_status;
  const { bar, keepFocus } = useKeptFocus(status !== null && status.acceptance !== 'none');
  if (status === null || meeting.state === 'draft') return null;

  const send = (letter: RsvpLetter): void => {
    keepFocus();
    reply.mutate(letter);
  };
  const repliedOn =
    status.answered_at === null ? undefined : `You replied on ${formatDocumentTime(status.answered_at, timeZone)}`;
  const offersCalendar = withCalendar && uid === undefined && canAddToCalendar(meeting, new Date());
  const tools = offersCalendar ? <AddToCalendarButton meetingId={meeting.id} /> : undefined;

  if (!canRespond && status.acceptance === 'none') {
    return (
      <Notice icon={LockKeyhole}>
        {rsvpMessages.noReply}. {closed}
      </Notice>
    );
  }
  const meta = canRespond ? repliedOn : [repliedOn, closed].filter((each) => each !== undefined).join('. ');
  return (
    <div ref={bar} className={styles.bar}>
      <RsvpBar
        question={rsvpQuestion(firstName)}
        status={<Reply kind="none">{rsvpMessages.noReply}</Reply>}
        options={rsvpChoices(meeting.type)}
        onChoose={send}
        answer={rsvpAnswer(status.acceptance, meeting.type, meta)}
        onChange={canRespond ? () => send('m') : undefined}
        changeLabel={rsvpMessages.change}
        tools={tools}
        flush={flush}
      />
    </div>
  );
}
