import { useSuspenseQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { Link } from 'react-aria-components';
import type { AnswerOf } from '#contract/endpoint.ts';
import { getDashboard } from '#contract/timeline.ts';
import { memberCountOf } from '#domain/audience.ts';
import { formatHeadingDate, formatHeadingDay, formatListDate, formatTimeFor, isoDate } from '#domain/dates.ts';
import { glyphType } from '#domain/documents.ts';
import { shellLabels } from '#domain/messages/general.ts';
import { queryFor } from '#web/api/queries.ts';
import { readersTimeZone, useStart, useTimeZone } from '#web/api/start.ts';
import { AddToCalendarButton } from '#web/features/homes/meetings/calendar/add-to-calendar-button.tsx';
import { contentsOf, dateSearchLabels } from '#web/features/homes/meetings/meeting-labels.ts';
import { NextMeeting } from '#web/features/homes/meetings/next-meeting.tsx';
import { MeetingRsvp } from '#web/features/homes/meetings/rsvp/meeting-rsvp.tsx';
import { pendingPollMeta } from '#web/features/papers/polls/poll-labels.ts';
import { documentPath, paths } from '#web/paths.ts';
import { useWaitingCount } from '#web/shell/waiting-count.tsx';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Avatar } from '#web/ui/identity/avatar.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Columns, Page, PageHead } from '#web/ui/page.tsx';
import { Count } from '#web/ui/rows/badge.tsx';
import { DocumentList, DocumentRow } from '#web/ui/rows/document-row.tsx';
import { CompactRow, Rows } from '#web/ui/rows/rows.tsx';
import { Section } from '#web/ui/rows/section.tsx';
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
            <WaitingForAnswer dashboard={data} />
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

type Dashboard = AnswerOf<typeof getDashboard>;

function WaitingForAnswer({ dashboard }: { readonly dashboard: Dashboard }) {
  const timeZone = useTimeZone();
  // The next meeting has its own question above.
  const meetings = dashboard.waiting.filter((meeting) => meeting.id !== dashboard.next_meeting?.id);
  const entries = [
    ...dashboard.waiting_resolutions.map(({ id, title, ends_at: due }) => ({
      id,
      title,
      due,
      href: paths.resolution(id),
      meta: `Written resolution. Vote by ${dateAndTime(due, timeZone)}`,
    })),
    ...meetings.map(({ id, title, start: due }) => ({
      id,
      title,
      due,
      href: paths.meeting(id),
      meta: dateAndTime(due, timeZone),
    })),
    ...dashboard.waiting_dates.map((meeting) => ({
      id: meeting.id,
      title: meeting.title,
      due: meeting.start,
      href: `${paths.meeting(meeting.id)}#dates`,
      meta: dateSearchLabels(meeting).join('. '),
    })),
    ...dashboard.waiting_minutes.map(({ id, title, comments_until: day }) => ({
      id,
      title,
      due: `${day}T23:59:59Z`,
      href: paths.meetingMinutes(id),
      meta: `Minutes. Comment by ${formatHeadingDay(day)}`,
    })),
  ].toSorted((one, other) => Date.parse(one.due) - Date.parse(other.due));
  if (entries.length === 0) return null;
  return (
    <Section title="Waiting for your answer" aside={<Count unit="to answer">{entries.length}</Count>}>
      <Rows>
        {entries.map(({ id, title, href, meta }) => (
          <CompactRow key={id} title={title} href={href} meta={meta} />
        ))}
      </Rows>
    </Section>
  );
}

const dateAndTime = (instant: string, timeZone: string): string =>
  `${formatHeadingDate(instant, timeZone)} at ${formatTimeFor(instant, timeZone, readersTimeZone())}`;

function PendingPolls({ polls }: { readonly polls: Dashboard['waiting_polls'] }) {
  const timeZone = useTimeZone();
  if (polls.length === 0) return null;
  return (
    <Section title="Pending polls" aside={<Count unit="to answer">{polls.length}</Count>}>
      <Rows>
        {polls.map((poll) => (
          <CompactRow
            key={poll.id}
            title={poll.question}
            href={poll.itemType === 'meeting' ? paths.meeting(poll.item_id) : paths.announcement(poll.item_id)}
            meta={`${pendingPollMeta(poll.closes_at, timeZone)}. ${poll.item_title}`}
          />
        ))}
      </Rows>
    </Section>
  );
}

function NewestDocuments({ documents }: { readonly documents: Dashboard['recent_documents'] }) {
  const timeZone = useTimeZone();
  return (
    <Section title="Recent documents">
      {documents.length === 0 ? (
        <p className={`muted ${styles.none}`}>
          Documents appear here when they are added to a meeting, an announcement or the library.
        </p>
      ) : (
        <DocumentList>
          {documents.map((document) => (
            <DocumentRow
              key={document.id}
              title={document.title}
              type={glyphType(document)}
              meta={document.home_name}
              href={documentPath(document)}
              date={formatListDate(document.created_at, timeZone)}
              dateTime={isoDate(document.created_at, timeZone)}
              isNew={document.is_new}
            />
          ))}
        </DocumentList>
      )}
    </Section>
  );
}

function PeopleSnapshot({ people }: { readonly people: Dashboard['people'] }) {
  if (people === null) return null;
  const { count, shown, pending } = people;
  return (
    <Section title="People" aside={<TextLink href={paths.people()}>{memberCountOf(count, pending.length)}</TextLink>}>
      <ul className={styles.snapshot}>
        {shown.map((person) => (
          <li key={person.id}>
            <Link href={paths.person(person.slug)} className={styles.person ?? ''}>
              <Avatar
                size="m"
                labelled
                id={person.id}
                name={person.name}
                pictureUrl={person.img_url}
                pending={person.is_pending}
              />
            </Link>
          </li>
        ))}
      </ul>
      {pending.length > 0 && <p className="meta">{pendingText(pending)}</p>}
    </Section>
  );
}

function pendingText(names: readonly string[]): string {
  if (names.length === 1) return `${names[0]} has been invited but has not joined yet.`;
  return `${names.length} people have been invited but have not joined yet.`;
}
