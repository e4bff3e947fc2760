import { useParams } from '@tanstack/react-router';
import { LockKeyhole } from 'lucide-react';
import { meetingMessages } from '../../../domain/messages.ts';
import { useStart } from '../../api/start.ts';
import { paths } from '../../paths.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PageSkeleton } from '../../ui/feedback/skeletons.tsx';
import { Card, Stack } from '../../ui/layout.tsx';
import { Columns, Page } from '../../ui/page.tsx';
import { MeetingAgenda } from '../meetings/meeting-agenda.tsx';
import { MeetingHeading } from '../meetings/meeting-heading.tsx';
import { MeetingRsvp } from '../meetings/meeting-rsvp.tsx';
import { AddToCalendar } from './add-to-calendar.tsx';
import { MagicDocument } from './magic-document.tsx';
import { MagicFrame } from './magic-frame.tsx';
import type { MagicAnswer } from './magic-link.ts';
import { MagicLinkFailed, MagicLinkGone } from './magic-link-states.tsx';
import styles from './magic-meeting-page.module.css';
import { useMagicMeeting } from './use-magic-meeting.ts';

/** /meeting/{uid}: one meeting for one invitee, without login (specification, section 2, MagicMeetingView). */
export function MagicMeetingPage() {
  const { uid } = useParams({ from: '/meeting/$uid' });
  const { face } = useStart();
  const { link, retry } = useMagicMeeting(uid);
  if (link.kind === 'gone') return <MagicLinkGone />;
  if (link.kind === 'failed') return <MagicLinkFailed onRetry={retry} />;
  if (link.kind === 'loading') {
    return (
      <MagicFrame board={face}>
        <Page>
          <h1 className="visually-hidden">Meeting</h1>
          <PageSkeleton />
        </Page>
      </MagicFrame>
    );
  }
  return <SharedMeeting uid={uid} answer={link.answer} />;
}

interface SharedMeetingProps {
  readonly uid: string;
  readonly answer: MagicAnswer;
}

function SharedMeeting({ uid, answer }: SharedMeetingProps) {
  const { board, meeting, first_name: firstName } = answer;
  const isCancelled = meeting.state === 'cancelled';
  usePageTitle(meeting.title);
  return (
    <MagicFrame board={board}>
      <Page>
        <MeetingHeading meeting={meeting} timeZone={board.time_zone} />
        {isCancelled ? (
          <Notice tone="negative">{meetingMessages.cancelled}</Notice>
        ) : (
          <MeetingRsvp
            meeting={{ ...meeting, id: uid }}
            uid={uid}
            firstName={firstName}
            canRespond={meeting.can.respond}
            timeZone={board.time_zone}
            withCalendar={false}
          />
        )}
        <Columns spaced single gap="l" asideLabel="This link" aside={<Aside uid={uid} isCancelled={isCancelled} />}>
          {meeting.description !== '' && <p className={styles.description}>{meeting.description}</p>}
          <MeetingAgenda
            meeting={meeting}
            timeZone={board.time_zone}
            hrefOf={(document) => paths.magicMeeting(uid, { document })}
            marksNew={false}
          />
        </Columns>
      </Page>
      <MagicDocument uid={uid} answer={answer} />
    </MagicFrame>
  );
}

function Aside({ uid, isCancelled }: { readonly uid: string; readonly isCancelled: boolean }) {
  return (
    <>
      {!isCancelled && (
        <Card label="Add to calendar">
          <Stack gap="s">
            <h2 className={styles.title}>Add to calendar</h2>
            <AddToCalendar uid={uid} narrow />
          </Stack>
        </Card>
      )}
      <Notice icon={LockKeyhole}>
        <span>
          This link is yours alone.{' '}
          <a className="link" href={paths.login()}>
            Log in
          </a>{' '}
          to see who else is going.
        </span>
      </Notice>
    </>
  );
}
