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
import { hrefOf } from '#web/shell/search-results.ts';
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
  const excerpt = 'excerpt' in result ? result.excerpt : null;
  const href = hrefOf(result, documentHref);
  return <Row title={result.title} href={href} excerpt={excerpt} {...rowOf(result, documentHref)} />;
}

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

function rowOf(
  result: SearchResult,
  documentHref: ResultRowProps['documentHref'],
): Omit<RowProps, 'title' | 'href' | 'excerpt'> {
  switch (result.itemType) {
    case 'meetings':
      return {
        icon: <Icon of={CalendarDays} size="l" />,
        meta: ['Meeting', meetingTypeLabels[result.type]],
        badge: meetingBadges[result.state],
        date: result.state === 'finding-date' ? null : result.start,
      };
    case 'action-items':
      return {
        icon: <Icon of={ListTodo} size="l" />,
        meta: [
          'Action item',
          `due ${formatListDate(`${result.due_on}T12:00:00Z`, 'UTC')}`,
          result.place || actionLabels.wholeBoard,
        ],
        badge: result.state === 'open' ? null : <Badge tone="line">{actionStateLabels[result.state]}</Badge>,
      };
    case 'motions':
      return {
        icon: <Icon of={Gavel} size="l" />,
        meta: ['Motion', result.meeting.title],
        badge: <Badge tone="line">{motionLabels[result.state]}</Badge>,
        date: result.start,
      };
    case 'resolutions':
      return {
        icon: <Icon of={ScrollText} size="l" />,
        meta: ['Written resolution', result.number ?? '', result.place].filter(Boolean),
        badge: <Badge tone="line">{resolutionLabels.states[result.state]}</Badge>,
        date: result.decided_at,
      };
    case 'minutes':
      return {
        icon: <Icon of={CalendarDays} size="l" />,
        meta: ['Minutes', result.place],
      };
    case 'announcements':
      return {
        icon: <Icon of={Megaphone} size="l" />,
        meta: ['Announcement', ...(result.author === null ? [] : [result.author])],
        badge: result.state === 'published' ? null : <Badge tone="line">{announcementStates[result.state]}</Badge>,
        date: result.publish_on,
      };
    case 'people':
      return {
        icon: (
          <Avatar id={result.id} name={result.name} pictureUrl={result.img_url} pending={result.status === 'invited'} />
        ),
        meta: ['Person', ...(result.office === null ? [] : [result.office])],
        badge: personBadges[result.status],
      };
    case 'documents':
      return {
        icon: <FileGlyph type={glyphType(result)} />,
        meta: ['Document', ...pagesText(result.pages_found), result.home_name],
        date: result.created_at,
        children: result.pages.length > 0 && (
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
        ),
      };
  }
}

function pagesText(count: number): readonly string[] {
  if (count === 0) return [];
  return [count === 1 ? '1 page matches' : `${counted(count, 'page')} match`];
}

interface RowProps {
  readonly icon: ReactNode;
  readonly title: SearchResult['title'];
  readonly href: string;
  readonly meta: readonly string[];
  readonly badge?: ReactNode;
  readonly excerpt: { readonly label: string | null; readonly text: SearchResult['title'] } | null;
  readonly date?: string | null;
  readonly children?: ReactNode;
}

function Row({ icon, title, href, meta, badge, excerpt, date = null, children }: RowProps) {
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
