import { useSuspenseQuery } from '@tanstack/react-query';
import { getDashboard } from '#contract/timeline.ts';
import { formatHeadingDate } from '#domain/dates.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { Columns, Page, PageHead } from '#web/ui/page.tsx';
import { NewestDocuments, PendingPolls, PeopleSnapshot, Waiting } from './at-a-glance.tsx';
import { NextMeeting } from './next-meeting.tsx';
import { TimelineSection } from './timeline-section.tsx';

/** /home: the next meeting, what waits for an answer, the timeline, recent documents (product.md, section 4). */
export function DashboardPage() {
  const { data } = useSuspenseQuery(queryFor(getDashboard));
  const timeZone = useTimeZone();
  const now = new Date();
  return (
    <Page>
      <PageHead title="Dashboard" note={formatHeadingDate(now, timeZone)} />
      {data.next_meeting !== null && <NextMeeting meeting={data.next_meeting} now={now} />}
      <Columns
        gap="l"
        spaced={data.next_meeting !== null}
        asideLabel="At a glance"
        lead={
          <>
            <Waiting
              meetings={data.waiting.filter((meeting) => meeting.id !== data.next_meeting?.id)}
              dates={data.waiting_dates}
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
