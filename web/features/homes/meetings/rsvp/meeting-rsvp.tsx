import { Check, LockKeyhole, MapPin, Video, X } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import type { MeetingSummary } from '#contract/summaries.ts';
import { formatDocumentTime } from '#domain/dates.ts';
import { rsvpMessages } from '#domain/messages/meetings.ts';
import { type Acceptance, acceptanceLabel, type MeetingType, type RsvpLetter, rsvpOptions } from '#domain/rsvp.ts';
import { useTimeZone } from '#web/api/start.ts';
import {
  AddToCalendarButton,
  canAddToCalendar,
} from '#web/features/homes/meetings/calendar/add-to-calendar-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { IconType } from '#web/ui/icon.tsx';
import { Reply } from '#web/ui/meeting/reply.tsx';
import { RsvpBar, type RsvpOption } from '#web/ui/meeting/rsvp-bar.tsx';
import styles from './meeting-rsvp.module.css';
import { useReply } from './use-reply.ts';

export function useReplyFocus(isAnswered: boolean) {
  const bar = useRef<HTMLDivElement>(null);
  const wanted = useRef(false);
  // In an effect, because the new buttons exist only after rendering.
  useLayoutEffect(() => {
    if (!wanted.current) return;
    wanted.current = false;
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])];
    (isAnswered ? buttons.at(-1) : buttons.at(0))?.focus();
  }, [isAnswered]);
  return {
    bar,
    keepFocus: (): void => {
      wanted.current = true;
    },
  };
}

interface MeetingRsvpProps {
  readonly meeting: Pick<MeetingSummary, 'id' | 'title' | 'type' | 'state' | 'meeting_status'> & {
    readonly end: string | null;
  };
  readonly uid?: string | undefined;
  readonly firstName?: string | undefined;
  readonly flush?: boolean | undefined;
  readonly canRespond: boolean;
  /** Required if no board is open. */
  readonly timeZone?: string | undefined;
  readonly withCalendar?: boolean | undefined;
}

export const rsvpQuestion = (firstName?: string): string =>
  firstName === undefined || firstName === '' ? 'Will you attend?' : `${firstName}, will you attend?`;
const closed = 'Replies for this meeting are closed.';

export function MeetingRsvp(props: MeetingRsvpProps) {
  const { meeting, uid, firstName, flush, canRespond, withCalendar = true } = props;
  const boardTimeZone = useTimeZone();
  const timeZone = props.timeZone ?? boardTimeZone;
  const reply = useReply(
    uid === undefined ? { kind: 'member', meetingId: meeting.id } : { kind: 'magic', uid },
    meeting.type,
  );
  const status = meeting.meeting_status;
  const { bar, keepFocus } = useReplyFocus(status !== null && status.acceptance !== 'none');
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
        answer={rsvpBarAnswer(status.acceptance, meeting.type, meta)}
        onChange={canRespond ? () => send('m') : undefined}
        changeLabel={rsvpMessages.change}
        tools={tools}
        flush={flush}
      />
    </div>
  );
}

const icons: Readonly<Record<Acceptance, IconType>> = {
  none: Check,
  accepted: Check,
  'accepted-in-person': MapPin,
  'accepted-remote': Video,
  declined: X,
};

export function rsvpChoices(type: MeetingType): readonly RsvpOption<RsvpLetter>[] {
  return rsvpOptions(type).map(({ letter, acceptance, label }) => ({
    value: letter,
    label: <ChoiceLabel>{label}</ChoiceLabel>,
    icon:
      acceptance === 'accepted'
        ? icons[type === 'remote' ? 'accepted-remote' : 'accepted-in-person']
        : icons[acceptance],
    declines: acceptance === 'declined',
  }));
}

function ChoiceLabel({ children }: { readonly children: string }) {
  const [before, after] = children.split('in-person');
  if (after === undefined) return children;
  return (
    <>
      {before}
      <span className="nowrap">in-person</span>
      {after}
    </>
  );
}

export function rsvpBarAnswer(acceptance: Acceptance, type: MeetingType, meta: string | undefined) {
  if (acceptance === 'none') return undefined;
  return { label: acceptanceLabel(acceptance, type), meta, declined: acceptance === 'declined' };
}
