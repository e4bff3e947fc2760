import { useSuspenseQuery } from '@tanstack/react-query';
import { Clock, FileText, Inbox, MapPin } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { MeetingSummary } from '#contract/summaries.ts';
import { getDashboard } from '#contract/timeline.ts';
import { dateBlock, formatHeadingDate, formatTimeRange } from '#domain/dates.ts';
import { shellLabels } from '#domain/messages/general.ts';
import { locationText } from '#domain/rsvp.ts';
import { queryFor } from '#web/api/queries.ts';
import { useStart, useTimeZone } from '#web/api/start.ts';
import { AddToCalendarButton } from '#web/features/homes/meetings/calendar/add-to-calendar-button.tsx';
import { contentsOf, nextMeetingText } from '#web/features/homes/meetings/meeting-labels.ts';
import { NextMeetingLinks } from '#web/features/homes/meetings/next-meeting-links.tsx';
import { MeetingRsvp } from '#web/features/homes/meetings/rsvp/meeting-rsvp.tsx';
import { paths } from '#web/paths.ts';
import { useWaitingCount } from '#web/shell/waiting-count.tsx';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { Fact, Facts } from '#web/ui/layout.tsx';
import { DateBlock } from '#web/ui/meeting/date-block.tsx';
import { NextMeetingCard } from '#web/ui/meeting/next-meeting.tsx';
import { Columns, Page, PageHead } from '#web/ui/page.tsx';
import { Count } from '#web/ui/rows/badge.tsx';
import { NewestDocuments, PendingPolls, PeopleSnapshot, WaitingForAnswer } from './at-a-glance.tsx';
import styles from './dashboard.module.css';
import { TimelineSection } from './timeline-section.tsx';

const FirstSteps = lazy(async () => ({ default: (await import('./first-steps.tsx')).FirstSteps }));

export function DashboardPage() {
  const { data } = useSuspenseQuery(queryFor(getDashboard));
  const timeZone = useTimeZone();
  const now = new Date();
  const { user } = useStart();
  const hasMeeting = data.next_meeting !== null || data.timeline.some(({ itemType }) => itemType === 'meeting');
  return (
    <Page>
      <PageHead title="Dashboard" note={formatHeadingDate(now, timeZone)} actions={<WaitingLink />} />
      {user?.boardInfo?.is_board_admin && !hasMeeting && (
        <Suspense>
          <FirstSteps />
        </Suspense>
      )}
      {data.next_meeting !== null && <NextMeeting meeting={data.next_meeting} now={now} />}
      <Columns
        gap="l"
        spaced={data.next_meeting !== null}
        asideLabel="At a glance"
        lead={
          <>
            <WaitingForAnswer
              meetings={data.waiting.filter((meeting) => meeting.id !== data.next_meeting?.id)}
              dates={data.waiting_dates}
              resolutions={data.waiting_resolutions}
              minutes={data.waiting_minutes}
            />
            <PendingPolls polls={data.waiting_polls} />
          </>
        }
        aside={
          <>
            <NewestDocuments documents={data.recent_documents} />
            <PeopleSnapshot people={data.people} />
          </>
        }
      >
        <TimelineSection items={data.timeline} now={now} canCreate={data.can.create} />
      </Columns>
    </Page>
  );
}

function WaitingLink() {
  const count = useWaitingCount();
  return (
    <LinkButton size="s" icon={Inbox} href={paths.waiting()}>
      {shellLabels.waiting}
      {count > 0 && <Count>{count}</Count>}
    </LinkButton>
  );
}

export function NextMeeting({ meeting, now }: { readonly meeting: MeetingSummary; readonly now: Date }) {
  const timeZone = useTimeZone();
  const date = dateBlock(meeting.start, timeZone);
  const contents = contentsOf(meeting);
  return (
    <NextMeetingCard
      date={
        <DateBlock size="hero" weekday={date.weekday} day={date.day} month={date.monthAndYear} dateTime={date.iso} />
      }
      kicker={nextMeetingText(meeting.start, now, timeZone)}
      title={meeting.title}
      href={paths.meeting(meeting.id)}
      facts={
        <Facts>
          <Fact icon={Clock}>{formatTimeRange(meeting.start, meeting.end, timeZone)}</Fact>
          <Fact icon={MapPin}>{locationText(meeting)}</Fact>
          {contents !== null && <Fact icon={FileText}>{contents}</Fact>}
        </Facts>
      }
      side={
        <>
          <NextMeetingLinks meeting={meeting} now={now} />
          <AddToCalendarButton variant="secondary" meetingId={meeting.id} />
        </>
      }
    >
      {meeting.meeting_status !== null && (
        <div className={styles.reply}>
          <MeetingRsvp
            flush
            withCalendar={false}
            canRespond={meeting.can.respond}
            meeting={{ ...meeting, meeting_status: meeting.meeting_status }}
          />
        </div>
      )}
    </NextMeetingCard>
  );
}
