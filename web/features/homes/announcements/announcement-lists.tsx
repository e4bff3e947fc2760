import { RotateCcw } from 'lucide-react';
import { Link } from 'react-aria-components';
import { type DeletedAnnouncement, type listAnnouncements, undeleteAnnouncement } from '#contract/announcements.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { AnnouncementSummary } from '#contract/summaries.ts';
import { formatDate, formatListDate, formatTime } from '#domain/dates.ts';
import { useCall } from '#web/api/mutations.ts';
import { useTimeZone } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Brief, Rows } from '#web/ui/rows/rows.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import styles from './announcements.module.css';

interface AnnouncementListsProps {
  readonly lists: AnswerOf<typeof listAnnouncements>;
  /** The one that is open beside them. */
  readonly shown: string | null;
  /** Null: there are no more. */
  readonly onMore: (() => void) | null;
}

/** All others: what waits to be published for editors, and what came before and after the one that is open. */
export function AnnouncementLists({ lists, shown, onMore }: AnnouncementListsProps) {
  const { published, scheduled, drafts, deleted } = lists;
  const at = published.findIndex((each) => each.id === shown);
  return (
    <>
      <ListSection title="Scheduled" items={scheduled} shown={shown} />
      <ListSection title="Drafts" items={drafts} shown={shown} />
      <ListSection title="Newer" items={at === -1 ? [] : published.slice(0, at)} shown={shown} />
      <ListSection
        title={at === -1 ? 'Published' : 'Earlier'}
        items={published.slice(at + 1)}
        shown={shown}
        onMore={onMore}
      />
      {deleted.length > 0 && (
        <Section title="Recently deleted">
          <Rows>
            {deleted.map((each) => (
              <DeletedRow key={each.id} item={each} />
            ))}
          </Rows>
        </Section>
      )}
    </>
  );
}

interface ListSectionProps {
  readonly title: string;
  readonly items: readonly AnnouncementSummary[];
  readonly shown: string | null;
  readonly onMore?: (() => void) | null;
}

function ListSection({ title, items, shown, onMore = null }: ListSectionProps) {
  const timeZone = useTimeZone();
  if (items.length === 0) return null;
  return (
    <Section title={title}>
      <Rows>
        {items.map((item) => (
          <Brief
            key={item.id}
            title={
              <>
                {item.is_unread && <span className={styles.unread} role="img" aria-label="Unread" />}
                <Link
                  href={paths.announcement(item.id)}
                  {...(item.id === shown ? { 'aria-current': 'page' as const } : {})}
                >
                  {item.title}
                </Link>
              </>
            }
            meta={metaOf(item, timeZone)}
          />
        ))}
      </Rows>
      {onMore !== null && (
        <Button variant="quiet" size="s" onPress={onMore}>
          Show more
        </Button>
      )}
    </Section>
  );
}

function metaOf(item: AnnouncementSummary, timeZone: string): string {
  const on = item.publish_on ?? item.created_at;
  const time = item.state === 'scheduled' ? ` at ${formatTime(on, timeZone)}` : '';
  return [...(item.author === null ? [] : [item.author.name]), `${formatListDate(on, timeZone)}${time}`].join(', ');
}

function DeletedRow({ item }: { readonly item: DeletedAnnouncement }) {
  const timeZone = useTimeZone();
  const restore = useCall(undeleteAnnouncement, {
    invalidates: ['announcements', 'timeline'],
    onSuccess: () => void showToast(`${item.title} is back`),
  });
  return (
    <div className={styles.row}>
      <span>
        {item.title}
        <br />
        <span className="meta">Removed for good on {formatDate(item.purged_at, timeZone)}</span>
      </span>
      <Button
        size="s"
        icon={RotateCcw}
        aria-label={`Restore ${item.title}`}
        isPending={restore.isPending}
        onPress={() => restore.mutate({ params: { id: item.id }, body: {} })}
      >
        Restore
      </Button>
    </div>
  );
}
