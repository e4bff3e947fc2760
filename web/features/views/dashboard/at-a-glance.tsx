import { Link } from 'react-aria-components';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { getDashboard } from '#contract/timeline.ts';
import { memberCountOf } from '#domain/audience.ts';
import { formatHeadingDate, formatHeadingDay, formatListDate, formatTimeFor, isoDate } from '#domain/dates.ts';
import { glyphType } from '#domain/documents.ts';
import { readersTimeZone, useTimeZone } from '#web/api/start.ts';
import { dateSearchLabels } from '#web/features/homes/meetings/meeting-labels.ts';
import { pendingPollMeta } from '#web/features/papers/polls/poll-labels.ts';
import { documentPath, paths } from '#web/paths.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Avatar } from '#web/ui/identity/avatar.tsx';
import { Count } from '#web/ui/rows/badge.tsx';
import { DocumentList, DocumentRow } from '#web/ui/rows/document-row.tsx';
import { CompactRow, Rows } from '#web/ui/rows/rows.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import styles from './dashboard.module.css';

type Dashboard = AnswerOf<typeof getDashboard>;

interface WaitingForAnswerProps {
  readonly meetings: Dashboard['waiting'];
  readonly dates: Dashboard['waiting_dates'];
  readonly resolutions: Dashboard['waiting_resolutions'];
  readonly minutes: Dashboard['waiting_minutes'];
}

export function WaitingForAnswer({ meetings, dates, resolutions, minutes }: WaitingForAnswerProps) {
  const timeZone = useTimeZone();
  const entries = [
    ...resolutions.map(({ id, title, ends_at: due }) => ({
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
    ...dates.map((meeting) => ({
      id: meeting.id,
      title: meeting.title,
      due: meeting.start,
      href: `${paths.meeting(meeting.id)}#dates`,
      meta: dateSearchLabels(meeting).join('. '),
    })),
    ...minutes.map(({ id, title, comments_until: day }) => ({
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

export function PendingPolls({ polls }: { readonly polls: Dashboard['waiting_polls'] }) {
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

export function NewestDocuments({ documents }: { readonly documents: Dashboard['recent_documents'] }) {
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

export function PeopleSnapshot({ people }: { readonly people: Dashboard['people'] }) {
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
