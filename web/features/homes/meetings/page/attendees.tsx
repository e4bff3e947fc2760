import { BellOff, Ellipsis, RotateCcw } from 'lucide-react';
import { MenuTrigger } from 'react-aria-components';
import { answerForInvitee } from '#contract/attendance.ts';
import type { Invitee, Meeting } from '#contract/meetings.ts';
import { type Acceptance, attendanceLabel, rsvpOptions } from '#domain/rsvp.ts';
import { countAnswers, goingText, groupByAnswer } from '#domain/rsvp-counts.ts';
import { useCall } from '#web/api/mutations.ts';
import { isUpcoming, pendingNotice } from '#web/features/homes/meetings/meeting-labels.ts';
import { paths } from '#web/paths.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PersonLine } from '#web/ui/identity/person-line.tsx';
import { Reply } from '#web/ui/meeting/reply.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import styles from './meeting-page.module.css';

type Attended = Pick<Meeting, 'id' | 'type' | 'state' | 'can' | 'attendance_opens_at'> & {
  readonly invitees: readonly Invitee[];
};

export function Attendees({ meeting }: { readonly meeting: Attended }) {
  const mayAnswer = meeting.can.answer_for;
  const isBefore = isUpcoming(meeting.attendance_opens_at, new Date());
  const answers = meeting.invitees.map((invitee) => ({ invitee, acceptance: invitee.meeting_status.acceptance }));
  const pending = meeting.invitees.filter((invitee) => invitee.is_pending).map((invitee) => invitee.name);
  const notice = mayAnswer ? pendingNotice(pending) : null;
  return (
    <Section title="Attendees" aside={goingText(countAnswers(answers.map((each) => each.acceptance)))}>
      {groupByAnswer(answers, meeting.type).map((group) => (
        <div key={group.acceptance} className={styles.group}>
          <h3 className={styles.head}>
            <Reply kind={group.acceptance}>{group.heading}</Reply>
            <span className={styles.count}>{group.invitees.length}</span>
          </h3>
          <ul>
            {group.invitees.map(({ invitee, acceptance }) => (
              <li key={invitee.member_id}>
                <PersonLine
                  size="s"
                  person={{ id: invitee.member_id, name: invitee.name, pictureUrl: invitee.img_url }}
                  href={invitee.slug === null ? undefined : paths.person(invitee.slug)}
                  pending={invitee.is_pending}
                  meta={noteOf(invitee, isBefore)}
                  end={
                    mayAnswer && (invitee.is_pending || acceptance !== 'none') ? (
                      <AnswerMenu meeting={meeting} invitee={invitee} acceptance={acceptance} />
                    ) : undefined
                  }
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
      {notice !== null && (
        <div className={styles.notice}>
          <Notice icon={BellOff}>{notice}</Notice>
        </div>
      )}
    </Section>
  );
}

/** An apology for absence is not a reply, so it is shown as a note. */
function noteOf(
  { is_pending: isPending, meeting_status: { attendance } }: Invitee,
  isBefore: boolean,
): string | undefined {
  const absence = attendance === false ? attendanceLabel(attendance, isBefore) : null;
  const parts = [...(isPending ? ['Invited'] : []), ...(absence === null ? [] : [absence])];
  return parts.length === 0 ? undefined : parts.join(' · ');
}

interface AnswerMenuProps {
  readonly meeting: Attended;
  readonly invitee: Invitee;
  readonly acceptance: Acceptance;
}

function AnswerMenu({ meeting, invitee, acceptance }: AnswerMenuProps) {
  const answer = useCall(answerForInvitee, { invalidates: ['meetings', 'timeline'] });
  const send = (letter: 'm' | 'y' | 'p' | 'r' | 'n'): void =>
    answer.mutate({ params: { id: meeting.id, member_id: invitee.member_id }, body: { letter } });
  return (
    <MenuTrigger>
      <IconButton
        icon={Ellipsis}
        size="s"
        aria-label={invitee.is_pending ? `Reply for ${invitee.name}` : `Reply from ${invitee.name}`}
      />
      <Menu aria-label={`Reply from ${invitee.name}`}>
        {invitee.is_pending &&
          rsvpOptions(meeting.type)
            .filter((option) => option.acceptance !== acceptance)
            .map((option) => (
              <MenuItem key={option.letter} label={option.label} onAction={() => send(option.letter)} />
            ))}
        {acceptance !== 'none' && <MenuItem icon={RotateCcw} label="Reset to No Reply" onAction={() => send('m')} />}
      </Menu>
    </MenuTrigger>
  );
}
