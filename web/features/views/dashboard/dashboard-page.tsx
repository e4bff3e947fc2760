import { useSuspenseQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { getDashboard } from '#contract/timeline.ts';
import { formatHeadingDate } from '#domain/dates.ts';
import { shellLabels } from '#domain/messages/general.ts';
import { queryFor } from '#web/api/queries.ts';
import { useStart, useTimeZone } from '#web/api/start.ts';
import { AddToCalendarButton } from '#web/features/homes/meetings/calendar/add-to-calendar-button.tsx';
import { contentsOf } from '#web/features/homes/meetings/meeting-labels.ts';
import { NextMeeting } from '#web/features/homes/meetings/next-meeting.tsx';
import { MeetingRsvp } from '#web/features/homes/meetings/rsvp/meeting-rsvp.tsx';
import { paths } from '#web/paths.ts';
import { useWaitingCount } from '#web/shell/waiting-count.tsx';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Columns, Page, PageHead } from '#web/ui/page.tsx';
import { Count } from '#web/ui/rows/badge.tsx';
import { NewestDocuments, PendingPolls, PeopleSnapshot, WaitingForAnswer } from './at-a-glance.tsx';
import styles from './dashboard.module.css';
import { TimelineSection } from './timeline-section.tsx';

const FirstSteps = lazyPart(() => import('./first-steps.tsx'), 'FirstSteps');

export function DashboardPage() {
  const { data } = useSuspenseQuery(queryFor(getDashboard));
  const { next_meeting: next } = data;
  const timeZone = useTimeZone();
  const now = new Date();
  const { user } = useStart();
  const hasMeeting = next !== null || data.timeline.some(({ itemType }) => itemType === 'meeting');
  return (
    <Page>
      <PageHead title="Dashboard" note={formatHeadingDate(now, timeZone)} actions={<WaitingLink />} />
      {user?.boardInfo?.is_board_admin && !hasMeeting && <FirstSteps />}
      {next !== null && (
        <NextMeeting
          meeting={next}
          now={now}
          contents={contentsOf(next)}
          tools={<AddToCalendarButton variant="secondary" meetingId={next.id} />}
        >
          {next.meeting_status !== null && (
            <div className={styles.reply}>
              <MeetingRsvp flush withCalendar={false} canRespond={next.can.respond} meeting={next} />
            </div>
          )}
        </NextMeeting>
      )}
      <Columns
        pairsAside
        spaced={next !== null}
        asideLabel="At a glance"
        lead={
          <>
            <WaitingForAnswer
              meetings={data.waiting.filter((meeting) => meeting.id !== next?.id)}
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
