import { useParams } from '@tanstack/react-router';
import { meetingMessages } from '#domain/messages/meetings.ts';
import { LinkedText, MeetingAgenda } from '#web/features/homes/meetings/agenda/meeting-agenda.tsx';
import { canAddToCalendar } from '#web/features/homes/meetings/calendar/add-to-calendar-button.tsx';
import { DateSearchSection } from '#web/features/homes/meetings/date-finding/date-search.tsx';
import { MeetingHeading } from '#web/features/homes/meetings/page/meeting-heading.tsx';
import { MeetingRsvp } from '#web/features/homes/meetings/rsvp/meeting-rsvp.tsx';
import { PollCard } from '#web/features/papers/polls/poll-card.tsx';
import { paths } from '#web/paths.ts';
import { usePageTitle } from '#web/shell/page-title.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Card, Stack } from '#web/ui/layout.tsx';
import { Columns, Page } from '#web/ui/page.tsx';
import styles from './magic.module.css';
import { AddToCalendar } from './magic-card.tsx';
import { MagicDocument } from './magic-document.tsx';
import { LogInNotice, MagicFrame, MagicGate, MagicPageLoading } from './magic-frame.tsx';
import { type SharedMeetingAnswer, sharedDocuments, useMagicMeeting } from './magic-link.ts';

export function MagicMeetingPage() {
  const { uid } = useParams({ from: '/meeting/$uid' });
  return (
    <MagicGate query={useMagicMeeting(uid)} loading={<MagicPageLoading title="Meeting" />}>
      {(answer) => <SharedMeeting uid={uid} answer={answer} />}
    </MagicGate>
  );
}

function SharedMeeting({ uid, answer }: { readonly uid: string; readonly answer: SharedMeetingAnswer }) {
  const { board, meeting, first_name: firstName } = answer;
  const isCancelled = meeting.state === 'cancelled';
  usePageTitle(meeting.title);
  return (
    <MagicFrame board={board}>
      <Page>
        <MeetingHeading meeting={meeting} timeZone={board.time_zone} />
        {isCancelled ? (
          <Notice tone="negative">{meetingMessages.cancelled}</Notice>
        ) : meeting.date_search !== null ? (
          <DateSearchSection
            search={meeting.date_search}
            answerer={{ kind: 'magic', uid }}
            timeZone={board.time_zone}
            firstName={firstName}
          />
        ) : (
          <MeetingRsvp
            meeting={{ ...meeting, id: uid }}
            uid={uid}
            firstName={firstName}
            canRespond={meeting.can.respond}
            timeZone={board.time_zone}
          />
        )}
        <Columns
          spaced
          asideLabel="This link"
          aside={<Aside uid={uid} withCalendar={canAddToCalendar(meeting, new Date())} />}
        >
          {meeting.polls.length > 0 && (
            <div className={styles.polls}>
              {meeting.polls.map((poll) => (
                <PollCard key={poll.id} poll={poll} timeZone={board.time_zone} uid={uid} />
              ))}
            </div>
          )}
          {!meeting.can.read && (
            <LogInNotice
              before="This board shows its agendas and papers only to members who have logged in."
              after="to read them."
            />
          )}
          {meeting.description !== '' && <LinkedText className={styles.description} text={meeting.description} />}
          {meeting.can.read && (
            <MeetingAgenda
              meeting={meeting}
              timeZone={board.time_zone}
              hrefOf={(document) => paths.magicMeeting(uid, { document })}
              marksNew={false}
            />
          )}
        </Columns>
      </Page>
      <MagicDocument
        kind="meeting"
        uid={uid}
        documents={sharedDocuments(meeting)}
        timeZone={board.time_zone}
        readerName={firstName}
      />
    </MagicFrame>
  );
}

function Aside({ uid, withCalendar }: { readonly uid: string; readonly withCalendar: boolean }) {
  return (
    <>
      {withCalendar && (
        <Card label="Add to calendar">
          <Stack gap="s">
            <h2 className={styles['card-title']}>Add to calendar</h2>
            <AddToCalendar uid={uid} narrow />
          </Stack>
        </Card>
      )}
      <LogInNotice before="This link is only for you." after="to see who else is going." />
    </>
  );
}
