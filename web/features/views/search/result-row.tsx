import { CalendarDays, Gavel, ListTodo, Megaphone, ScrollText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-aria-components';
import type { HighlightedText, SearchResult } from '#contract/search.ts';
import { actionStateLabels } from '#domain/action-items.ts';
import { formatListDate, isoDate } from '#domain/dates.ts';
import { glyphType } from '#domain/documents.ts';
import { actionLabels } from '#domain/messages/deciding.ts';
import { resolutionLabels } from '#domain/messages/resolutions.ts';
import { meetingTypeLabels } from '#domain/rsvp.ts';
import { counted } from '#domain/text.ts';
import { useTimeZone } from '#web/api/start.ts';
import { motionLabels } from '#web/features/deciding/motions/motion-labels.ts';
import { paths } from '#web/paths.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Avatar } from '#web/ui/identity/avatar.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { FileGlyph } from '#web/ui/rows/file-glyph.tsx';
import styles from './search.module.css';

export function Highlighted({ text }: { readonly text: HighlightedText }) {
  let at = 0;
  return text.map((piece) => {
    const key = at;
    at += piece.text.length;
    return piece.is_match ? <mark key={key}>{piece.text}</mark> : <span key={key}>{piece.text}</span>;
  });
}

interface ResultRowProps {
  readonly result: SearchResult;
  readonly documentHref: (documentId: string, page: number | null) => string;
}

export function ResultRow({ result, documentHref }: ResultRowProps) {
  switch (result.itemType) {
    case 'meetings':
      return <MeetingRow result={result} />;
    case 'action-items':
      return <ActionItemRow result={result} />;
    case 'motions':
      return <MotionRow result={result} />;
    case 'resolutions':
      return <ResolutionRow result={result} />;
    case 'minutes':
      return <MinutesRow result={result} />;
    case 'announcements':
      return <AnnouncementRow result={result} />;
    case 'people':
      return <PersonRow result={result} />;
    case 'documents':
      return <DocumentRow result={result} documentHref={documentHref} />;
  }
}

type Of<Kind extends SearchResult['itemType']> = Extract<SearchResult, { itemType: Kind }>;

const announcementStates = { draft: 'Draft', scheduled: 'Scheduled' } as const;
const personBadges = {
  invited: <Badge tone="caution">Invited</Badge>,
  active: null,
  inactive: <Badge tone="line">Inactive</Badge>,
} as const;
const meetingBadges = {
  draft: <Badge tone="line">Draft</Badge>,
  'finding-date': <Badge tone="line">Finding a date</Badge>,
  published: null,
  cancelled: <Badge tone="negative">Cancelled</Badge>,
} as const;

function MeetingRow({ result }: { readonly result: Of<'meetings'> }) {
  return (
    <Row
      icon={<Icon of={CalendarDays} size="l" />}
      title={result.title}
      href={paths.meeting(result.id)}
      meta={['Meeting', meetingTypeLabels[result.type]]}
      badge={meetingBadges[result.state]}
      excerpt={result.excerpt}
      // A date search has no date.
      date={result.state === 'finding-date' ? null : result.start}
    />
  );
}

function ActionItemRow({ result }: { readonly result: Of<'action-items'> }) {
  return (
    <Row
      icon={<Icon of={ListTodo} size="l" />}
      title={result.title}
      href={paths.actions({ item: result.id })}
      meta={[
        'Action item',
        `due ${formatListDate(`${result.due_on}T12:00:00Z`, 'UTC')}`,
        result.place || actionLabels.wholeBoard,
      ]}
      badge={result.state === 'open' ? null : <Badge tone="line">{actionStateLabels[result.state]}</Badge>}
      excerpt={result.excerpt}
      date={null}
    />
  );
}

function MotionRow({ result }: { readonly result: Of<'motions'> }) {
  return (
    <Row
      icon={<Icon of={Gavel} size="l" />}
      title={result.title}
      href={paths.meeting(result.meeting.id)}
      meta={['Motion', result.meeting.title]}
      badge={<Badge tone="line">{motionLabels[result.state]}</Badge>}
      excerpt={result.excerpt}
      date={result.start}
    />
  );
}

function ResolutionRow({ result }: { readonly result: Of<'resolutions'> }) {
  return (
    <Row
      icon={<Icon of={ScrollText} size="l" />}
      title={result.title}
      href={paths.resolution(result.id)}
      meta={['Written resolution', ...(result.number === null ? [] : [result.number]), result.place].filter(Boolean)}
      badge={<Badge tone="line">{resolutionLabels.states[result.state]}</Badge>}
      excerpt={result.excerpt}
      date={result.decided_at}
    />
  );
}

function MinutesRow({ result }: { readonly result: Of<'minutes'> }) {
  return (
    <Row
      icon={<Icon of={CalendarDays} size="l" />}
      title={result.title}
      href={paths.meetingMinutes(result.meeting_id)}
      meta={['Minutes', result.place]}
      badge={null}
      excerpt={result.excerpt}
      date={null}
    />
  );
}

function AnnouncementRow({ result }: { readonly result: Of<'announcements'> }) {
  return (
    <Row
      icon={<Icon of={Megaphone} size="l" />}
      title={result.title}
      href={paths.announcement(result.id)}
      meta={['Announcement', ...(result.author === null ? [] : [result.author])]}
      badge={result.state === 'published' ? null : <Badge tone="line">{announcementStates[result.state]}</Badge>}
      excerpt={result.excerpt}
      date={result.publish_on}
    />
  );
}

function PersonRow({ result }: { readonly result: Of<'people'> }) {
  return (
    <Row
      icon={
        <Avatar id={result.id} name={result.name} pictureUrl={result.img_url} pending={result.status === 'invited'} />
      }
      title={result.title}
      href={paths.person(result.slug)}
      meta={['Person', ...(result.office === null ? [] : [result.office])]}
      badge={personBadges[result.status]}
      excerpt={result.excerpt}
      date={null}
    />
  );
}

function DocumentRow({
  result,
  documentHref,
}: {
  readonly result: Of<'documents'>;
  readonly documentHref: ResultRowProps['documentHref'];
}) {
  const pages =
    result.pages_found === 0
      ? []
      : [`${counted(result.pages_found, 'page')} match`.replace(/^1 page match$/, '1 page matches')];
  return (
    <Row
      icon={<FileGlyph type={glyphType(result)} />}
      title={result.title}
      href={documentHref(result.id, result.pages[0]?.page ?? null)}
      meta={['Document', ...pages, result.home_name]}
      badge={null}
      excerpt={null}
      date={result.created_at}
    >
      {result.pages.length > 0 && (
        <ul className={styles.pages}>
          {result.pages.map(({ page, text }) => (
            <li key={page}>
              <Link className={styles.snippet ?? ''} href={documentHref(result.id, page)}>
                <span className={styles['snippet-page']}>Page {page}</span>
                <span className={styles['snippet-text']}>
                  <Highlighted text={text} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Row>
  );
}

interface RowProps {
  readonly icon: ReactNode;
  readonly title: SearchResult['title'];
  readonly href: string;
  readonly meta: readonly string[];
  readonly badge: ReactNode;
  readonly excerpt: { readonly label: string | null; readonly text: SearchResult['title'] } | null;
  readonly date: string | null;
  readonly children?: ReactNode;
}

function Row({ icon, title, href, meta, badge, excerpt, date, children }: RowProps) {
  const timeZone = useTimeZone();
  return (
    <li className={styles.result}>
      <span className={styles.icon}>{icon}</span>
      <div className={styles.body}>
        <h3 className={styles.title}>
          <Link href={href}>
            <Highlighted text={title} />
          </Link>
          {badge}
        </h3>
        <p className={styles.meta}>{meta.join(', ')}</p>
        {excerpt !== null && (
          <p className={styles.text}>
            {excerpt.label !== null && `${excerpt.label}: `}
            <Highlighted text={excerpt.text} />
          </p>
        )}
        {children}
      </div>
      {date !== null && (
        <time className={styles.meta} dateTime={isoDate(date, timeZone)}>
          {formatListDate(date, timeZone)}
        </time>
      )}
    </li>
  );
}
