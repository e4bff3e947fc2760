import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { DraftSummary, MeetingSummary } from '#contract/meeting-summary.ts';
import { listMeetings } from '#contract/meetings.ts';
import { counted } from '#domain/counted.ts';
import { queryFor } from '#web/api/queries.ts';
import { DocumentOverlay } from '#web/features/papers/reading/document-overlay.tsx';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { MeetingSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { Timeline } from '#web/ui/rows/timeline.tsx';
import { Archive } from './archive.tsx';
import { DeletedMeetings } from './deleted-meetings.tsx';
import { MeetingRow } from './meeting-row.tsx';
import { NextMeeting } from './next-meeting.tsx';

/** /meetings: the next one large, what is coming, drafts for editors, the archive by year (product.md, section 4). */
export function MeetingsPage() {
  const { year } = useSearch({ from: '/shell/board/meetings' });
  const asked = useQuery({
    ...queryFor(listMeetings, { query: year === undefined ? {} : { year } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page>
      <PageHead title="Meetings" />
      {asked.data === undefined ? <MeetingSkeleton withPeople={false} /> : <Meetings meetings={asked.data} />}
      <DocumentOverlay />
    </Page>
  );
}

function Meetings({ meetings }: { readonly meetings: AnswerOf<typeof listMeetings> }) {
  const { upcoming, finding_date: findingDate, drafts, archive_years: years, can } = meetings;
  const next = upcoming.find((meeting) => meeting.state === 'published');
  const later = upcoming.filter((meeting) => meeting !== next);
  const isEmpty = upcoming.length === 0 && findingDate.length + drafts.length === 0 && years.length === 0;
  if (isEmpty && meetings.deleted.length === 0) return <NoMeetings canCreate={can.create} />;
  return (
    <Stack gap="l">
      {next !== undefined && <NextMeeting meeting={next} now={new Date()} />}
      {upcoming.length === 0 ? (
        <Section title="Upcoming">
          <p className="muted">No meeting is planned.</p>
        </Section>
      ) : (
        later.length > 0 && <MeetingSection title="Upcoming" meetings={later} />
      )}
      {findingDate.length > 0 && <MeetingSection title="Waiting for a date" meetings={findingDate} />}
      {drafts.length > 0 && <MeetingSection title="Drafts" meetings={drafts} />}
      {years.length > 0 && (
        <Archive years={years} year={meetings.archive_year ?? years[0] ?? null} meetings={meetings.archive} />
      )}
      {meetings.deleted.length > 0 && <DeletedMeetings meetings={meetings.deleted} />}
    </Stack>
  );
}

function MeetingSection({
  title,
  meetings,
}: {
  readonly title: string;
  readonly meetings: readonly (MeetingSummary | DraftSummary)[];
}) {
  return (
    <Section title={title} aside={counted(meetings.length, title === 'Drafts' ? 'draft' : 'meeting')}>
      <Timeline>
        {meetings.map((meeting) => (
          <MeetingRow key={meeting.id} meeting={meeting} />
        ))}
      </Timeline>
    </Section>
  );
}

function NoMeetings({ canCreate }: { readonly canCreate: boolean }) {
  if (!canCreate) return <EmptyState title="No meetings yet" text="Meetings appear here once they are published." />;
  return (
    <EmptyState
      title="No meetings yet"
      text="Create the first one, and everyone in its audience will see it here."
      action={
        <LinkButton variant="primary" icon={Plus} href={paths.meetingCreate()}>
          New meeting
        </LinkButton>
      }
    />
  );
}
