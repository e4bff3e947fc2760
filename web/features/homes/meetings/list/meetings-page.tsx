import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { CalendarPlus, Plus, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { AnswerOf } from '#contract/endpoint.ts';
import { undeleteMeeting } from '#contract/meeting-lifecycle.ts';
import { type DeletedMeeting, listMeetings } from '#contract/meetings.ts';
import { formatDate, isoDate } from '#domain/dates.ts';
import { counted } from '#domain/text.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { shortDay } from '#web/features/homes/meetings/meeting-labels.ts';
import { NextMeeting } from '#web/features/homes/meetings/next-meeting.tsx';
import { MeetingRsvp } from '#web/features/homes/meetings/rsvp/meeting-rsvp.tsx';
import { DocumentOverlay } from '#web/features/papers/reading/document-overlay.tsx';
import { paths } from '#web/paths.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { MeetingSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { Timeline } from '#web/ui/rows/timeline.tsx';
import { Archive, type ListedMeeting, MeetingRow } from './archive.tsx';
import styles from './meetings-list.module.css';

const PlanYearDialog = lazyPart(
  () => import('#web/features/homes/meetings/templates/plan-year-dialog.tsx'),
  'PlanYearDialog',
);

export function DeletedMeetings({ meetings }: { readonly meetings: readonly DeletedMeeting[] }) {
  return (
    <Section title="Recently deleted" id="deleted" aside={counted(meetings.length, 'meeting')}>
      <ul>
        {meetings.map((meeting) => (
          <DeletedRow key={meeting.id} meeting={meeting} />
        ))}
      </ul>
    </Section>
  );
}

function DeletedRow({ meeting }: { readonly meeting: DeletedMeeting }) {
  const timeZone = useTimeZone();
  const restore = useCall(undeleteMeeting, {
    invalidates: ['meetings', 'timeline'],
    onSuccess: () => void showToast(`${meeting.title} was restored`),
  });
  const start = meeting.finds_date ? null : meeting.start;
  return (
    <li className={styles['deleted-row']}>
      {start === null ? (
        <span className={styles['deleted-day']}>–</span>
      ) : (
        <time className={styles['deleted-day']} dateTime={isoDate(start, timeZone)}>
          {shortDay(start, { timeZone, now: new Date() }).day}
        </time>
      )}
      <span className={styles['deleted-text']}>
        <span className={styles['deleted-title']}>{meeting.title}</span>
        <span className="meta">
          Deleted on {formatDate(meeting.deleted_at, timeZone)}; will be permanently removed on{' '}
          {formatDate(meeting.purged_at, timeZone)}
        </span>
      </span>
      <Button
        size="s"
        icon={RotateCcw}
        aria-label={`Restore ${meeting.title}`}
        isPending={restore.isPending}
        onPress={() => restore.mutate({ params: { id: meeting.id }, body: {} })}
      >
        Restore
      </Button>
    </li>
  );
}

export function MeetingsPage() {
  const { year } = useSearch({ from: '/shell/board/meetings' });
  const asked = useQuery({
    ...queryFor(listMeetings, { query: year === undefined ? {} : { year } }),
    placeholderData: keepPreviousData,
  });
  const [isPlanning, setPlanning] = useState(false);
  return (
    <Page>
      <PageHead
        title="Meetings"
        actions={
          asked.data?.can.create === true && (
            <Button size="s" icon={CalendarPlus} onPress={() => setPlanning(true)}>
              Plan the year
            </Button>
          )
        }
      />
      {isPlanning && <PlanYearDialog onClose={() => setPlanning(false)} />}
      {asked.data === undefined ? <MeetingSkeleton withPeople={false} /> : <Meetings meetings={asked.data} />}
      <DocumentOverlay />
    </Page>
  );
}

function Meetings({ meetings }: { readonly meetings: AnswerOf<typeof listMeetings> }) {
  const { next, upcoming, finding_date: findingDate, drafts, archive_years: years, can } = meetings;
  const later = upcoming.filter((meeting) => meeting.id !== next?.id);
  const isEmpty = upcoming.length === 0 && findingDate.length + drafts.length === 0 && years.length === 0;
  if (isEmpty && meetings.deleted.length === 0) return <NoMeetings canCreate={can.create} />;
  return (
    <Stack gap="l">
      {next !== null && (
        <NextMeeting meeting={next} now={new Date()}>
          <MeetingRsvp flush canRespond={next.can.respond} meeting={next} />
        </NextMeeting>
      )}
      {upcoming.length === 0 ? (
        <Section title="Upcoming">
          <p className="muted">No meetings are planned.</p>
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

function MeetingSection({ title, meetings }: { readonly title: string; readonly meetings: readonly ListedMeeting[] }) {
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
      text="Create the first one, and everybody in its audience will see it here."
      action={
        <LinkButton variant="primary" icon={Plus} href={paths.meetingCreate()}>
          New meeting
        </LinkButton>
      }
    />
  );
}
