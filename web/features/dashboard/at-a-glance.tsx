import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-aria-components';
import type { AnswerOf } from '../../../contract/endpoint.ts';
import { listPeople } from '../../../contract/people.ts';
import type { getDashboard } from '../../../contract/timeline.ts';
import { formatHeadingDate, formatListDate, formatTime, isoDate } from '../../../domain/dates.ts';
import { glyphType } from '../../../domain/file-words.ts';
import { queryFor } from '../../api/queries.ts';
import { useBoard, useStart, useTimeZone } from '../../api/start.ts';
import { paths } from '../../paths.ts';
import { rolesOf } from '../../shell/roles.ts';
import { TextLink } from '../../ui/actions/text-link.tsx';
import { Avatar } from '../../ui/identity/avatar.tsx';
import { Count } from '../../ui/rows/badge.tsx';
import { DocumentList, DocumentRow } from '../../ui/rows/document-row.tsx';
import { Brief, Rows } from '../../ui/rows/rows.tsx';
import { Section } from '../../ui/rows/section.tsx';
import { memberCount } from '../people/people-list.ts';
import styles from './at-a-glance.module.css';

type Dashboard = AnswerOf<typeof getDashboard>;

/** Published meetings that the reader has not answered, soonest first. */
export function Waiting({ meetings }: { readonly meetings: Dashboard['waiting'] }) {
  const timeZone = useTimeZone();
  if (meetings.length === 0) return null;
  return (
    <Section title="Waiting for your answer" aside={<Count>{meetings.length}</Count>}>
      <Rows>
        {meetings.map((meeting) => (
          <Brief
            key={meeting.id}
            title={<Link href={paths.meeting(meeting.id)}>{meeting.title}</Link>}
            meta={`${formatHeadingDate(meeting.start, timeZone)} at ${formatTime(meeting.start, timeZone)}`}
          />
        ))}
      </Rows>
    </Section>
  );
}

/** The papers that came last, each in its meeting. */
export function NewestDocuments({ documents }: { readonly documents: Dashboard['recent_documents'] }) {
  const timeZone = useTimeZone();
  return (
    <Section title="Recent documents">
      {documents.length === 0 ? (
        <p className={`muted ${styles.none}`}>Documents appear here when they are added to a meeting.</p>
      ) : (
        <DocumentList>
          {documents.map((document) => (
            <DocumentRow
              key={document.id}
              title={document.title}
              type={glyphType(document)}
              meta={document.meeting_title}
              href={paths.meeting(document.meeting_id, { document: document.id })}
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

/** Everybody on the board in small; not for those from whom the board hides its people. */
export function PeopleSnapshot() {
  const { user } = useStart();
  const board = useBoard();
  const isShown = board !== null && (!board.people_hidden || rolesOf(user).isBoardAdmin);
  // An extra, not the page: while it is missing, or fails, nothing stands in its place.
  const { data } = useQuery({ ...queryFor(listPeople), enabled: isShown, throwOnError: false });
  const people = data?.people.filter((person) => person.status !== 'inactive') ?? [];
  const pending = people.filter((person) => person.status === 'invited');
  if (people.length === 0) return null;
  return (
    <Section title="People" aside={<TextLink href={paths.people()}>{memberCount(people.length)}</TextLink>}>
      <ul className={styles.snapshot}>
        {people.slice(0, snapshotMax).map((person) => (
          <li key={person.id} title={person.name}>
            <Avatar
              size="m"
              labelled
              id={person.id}
              name={person.name}
              pictureUrl={person.img_url}
              pending={person.status === 'invited'}
            />
          </li>
        ))}
      </ul>
      {pending.length > 0 && <p className="meta">{pendingWords(pending.map((person) => person.name))}</p>}
    </Section>
  );
}

const snapshotMax = 24;

function pendingWords(names: readonly string[]): string {
  if (names.length === 1) return `${names[0]} is invited and has not joined yet.`;
  return `${names.length} people are invited and have not joined yet.`;
}
