import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Plus, RotateCcw } from 'lucide-react';
import { Link } from 'react-aria-components';
import {
  type DeletedAnnouncement,
  getAnnouncement,
  listAnnouncements,
  undeleteAnnouncement,
} from '#contract/announcements.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { AnnouncementSummary } from '#contract/summaries.ts';
import { formatDate, formatListDate, formatTime } from '#domain/dates.ts';
import { callWith } from '#web/api/call.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { DocumentOverlay } from '#web/features/papers/reading/document-overlay.tsx';
import { paths } from '#web/paths.ts';
import { usePageTitle } from '#web/shell/page-title.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton, PageSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { WhileLoading } from '#web/ui/feedback/while-loading.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Columns, Page, PageHead } from '#web/ui/page.tsx';
import { CompactRow, Rows } from '#web/ui/rows/rows.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import styles from './announcements.module.css';
import { Letter } from './letter.tsx';

export function AnnouncementsPage() {
  const { id } = useParams({ strict: false });
  const { lists, more, asked } = useAnnouncementLists();
  const shownId = id ?? lists?.published[0]?.id ?? null;
  const letter =
    shownId !== null ? (
      <Shown key={shownId} id={shownId} isNamed={id !== undefined} />
    ) : lists === undefined ? (
      asked.error === null && <PageSkeleton />
    ) : (
      <>
        <Nothing canCreate={lists.can.create} />
        <DocumentOverlay />
      </>
    );
  const others =
    lists === undefined ? null : [...lists.published, ...lists.scheduled, ...lists.drafts, ...lists.deleted];
  return (
    <Page>
      <PageHead title="Announcements" />
      {shownId === null && others?.length === 0 ? (
        letter
      ) : (
        <Columns
          asideLabel="Other announcements"
          aside={
            lists === undefined ? (
              <WhileLoading what="The other announcements" query={asked}>
                <ListSkeleton rows={4} />
              </WhileLoading>
            ) : (
              <AnnouncementLists lists={lists} shown={shownId} onMore={more} />
            )
          }
        >
          {letter}
        </Columns>
      )}
    </Page>
  );
}

function useAnnouncementLists() {
  const asked = useQuery(queryFor(listAnnouncements, { query: {} }));
  const { data: first } = asked;
  const end = first?.published.at(-1);
  const earlier = useInfiniteQuery({
    // The key contains the end of the first page, so that no announcement between the two queries is missed.
    queryKey: [listAnnouncements.name, 'before', end?.id],
    queryFn: ({ pageParam, signal }) => callWith(listAnnouncements, { query: pageParam }, signal),
    initialPageParam: cursorAt(end),
    getNextPageParam: (last) => (last.has_more ? cursorAt(last.published.at(-1)) : undefined),
    enabled: false,
  });
  const pages = earlier.data?.pages ?? [];
  const hasMore = pages.length === 0 ? first?.has_more === true : earlier.hasNextPage;
  return {
    lists: first && { ...first, published: [...first.published, ...pages.flatMap((page) => page.published)] },
    more: hasMore ? () => void earlier.fetchNextPage() : null,
    asked,
  };
}

function cursorAt(last: AnnouncementSummary | undefined): { readonly before?: string; readonly before_id?: string } {
  if (last === undefined || last.publish_on === null) return {};
  return { before: last.publish_on, before_id: last.id };
}

function Shown({ id, isNamed }: { readonly id: string; readonly isNamed: boolean }) {
  const query = useQuery(queryFor(getAnnouncement, { params: { id } }));
  const { data } = query;
  usePageTitle(isNamed && data !== undefined ? data.announcement.title : null);
  if (data === undefined) {
    return (
      <WhileLoading what="This announcement" query={query}>
        <PageSkeleton />
      </WhileLoading>
    );
  }
  const { announcement } = data;
  return (
    <>
      <Letter announcement={announcement} hrefOf={(document) => paths.announcement(id, { document })} />
      <DocumentOverlay listed={isNamed ? new Set(announcement.documents.map((document) => document.id)) : undefined} />
    </>
  );
}

function Nothing({ canCreate }: { readonly canCreate: boolean }) {
  if (!canCreate) {
    return <EmptyState title="No announcements yet" text="Board announcements will be listed here, newest first." />;
  }
  return (
    <EmptyState
      title="No announcements yet"
      text="Write the first one, and everybody in its audience will see it here and get it by email."
      action={
        <LinkButton variant="primary" icon={Plus} href={paths.announcementCreate()}>
          New announcement
        </LinkButton>
      }
    />
  );
}

interface AnnouncementListsProps {
  readonly lists: AnswerOf<typeof listAnnouncements>;
  readonly shown: string | null;
  readonly onMore: (() => void) | null;
}

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
          <CompactRow
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
    onSuccess: () => void showToast(`${item.title} was restored`),
  });
  return (
    <div className={styles.row}>
      <span>
        {item.title}
        <br />
        <span className="meta">Will be permanently removed on {formatDate(item.purged_at, timeZone)}</span>
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
