import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { AnswerOf } from '../../../contract/endpoint.ts';
import { listMeetings, type MeetingSummary } from '../../../contract/meetings.ts';
import { queryFor } from '../../api/queries.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { MeetingSkeleton } from '../../ui/feedback/skeletons.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Page, PageHead } from '../../ui/page.tsx';
import { Section } from '../../ui/rows/section.tsx';
import { Timeline } from '../../ui/rows/timeline.tsx';
import { DocumentOverlay } from '../documents/document-overlay.tsx';
import { Archive } from './archive.tsx';
import { MeetingRow } from './meeting-row.tsx';
import { counted } from './meeting-words.ts';
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
      {asked.data === undefined ? <MeetingSkeleton /> : <Meetings meetings={asked.data} />}
      <DocumentOverlay />
    </Page>
  );
}

function Meetings({ meetings }: { readonly meetings: AnswerOf<typeof listMeetings> }) {
  const { upcoming, drafts, archive_years: years, can } = meetings;
  const [next, ...later] = upcoming;
  if (next === undefined && drafts.length === 0 && years.length === 0) return <NoMeetings canCreate={can.create} />;
  return (
    <Stack gap="l">
      {next !== undefined && <NextMeeting meeting={next} now={new Date()} />}
      {next === undefined ? (
        <Section title="Upcoming">
          <p className="muted">No meeting is planned.</p>
        </Section>
      ) : (
        later.length > 0 && <MeetingSection title="Upcoming" meetings={later} />
      )}
      {drafts.length > 0 && <MeetingSection title="Drafts" meetings={drafts} />}
      {years.length > 0 && (
        <Archive years={years} year={meetings.archive_year ?? years[0] ?? null} meetings={meetings.archive} />
      )}
    </Stack>
  );
}

function MeetingSection({ title, meetings }: { readonly title: string; readonly meetings: readonly MeetingSummary[] }) {
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
