import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { getAnnouncement, listAnnouncements } from '#contract/announcements.ts';
import type { AnnouncementSummary } from '#contract/summaries.ts';
import { callWith } from '#web/api/call.ts';
import { queryFor } from '#web/api/queries.ts';
import { DocumentOverlay } from '#web/features/papers/reading/document-overlay.tsx';
import { paths } from '#web/paths.ts';
import { usePageTitle } from '#web/shell/page-title.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton, PageSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { WhileLoading } from '#web/ui/feedback/while-loading.tsx';
import { Columns, Page, PageHead } from '#web/ui/page.tsx';
import { AnnouncementLists } from './announcement-lists.tsx';
import { Letter } from './letter.tsx';

/** /announcements and /announcements/{id}: one announcement as a letter, the latest unless named, and all others beside it. */
export function AnnouncementsPage() {
  const { id } = useParams({ strict: false });
  const { lists, more, asked } = useAnnouncementLists();
  const shownId = id ?? lists?.published[0]?.id ?? null;
  if (lists !== undefined && shownId === null) {
    const isEmpty = lists.scheduled.length + lists.drafts.length + lists.deleted.length === 0;
    return (
      <Page>
        <PageHead title="Announcements" />
        {isEmpty ? (
          <Nothing canCreate={lists.can.create} />
        ) : (
          <Columns
            asideLabel="Other announcements"
            single
            aside={<AnnouncementLists lists={lists} shown={null} onMore={null} />}
          >
            <Nothing canCreate={lists.can.create} />
          </Columns>
        )}
        <DocumentOverlay />
      </Page>
    );
  }
  return (
    <Page>
      <PageHead title="Announcements" />
      <Columns
        gap="l"
        single
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
        {shownId === null ? (
          asked.error === null && <PageSkeleton />
        ) : (
          <Shown key={shownId} id={shownId} isNamed={id !== undefined} />
        )}
      </Columns>
    </Page>
  );
}

/** What is listed beside the letter: the newest with all that waits, and earlier ones page by page. */
function useAnnouncementLists() {
  const asked = useQuery(queryFor(listAnnouncements, { query: {} }));
  const { data: first } = asked;
  const end = first?.published.at(-1);
  const earlier = useInfiniteQuery({
    // Named by where the first page ends, so that nothing falls between it and these when the first page moves on.
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
      {isNamed && <Title text={announcement.title} />}
      <Letter announcement={announcement} hrefOf={(document) => paths.announcement(id, { document })} />
      {/* The list shows one announcement of many, and the address may name a paper of any of them. */}
      <DocumentOverlay listed={isNamed ? new Set(announcement.documents.map((document) => document.id)) : undefined} />
    </>
  );
}

function Title({ text }: { readonly text: string }) {
  usePageTitle(text);
  return null;
}

function Nothing({ canCreate }: { readonly canCreate: boolean }) {
  if (!canCreate) {
    return (
      <EmptyState
        title="No announcements yet"
        text="News from the chair and the office will be listed here, newest first."
      />
    );
  }
  return (
    <EmptyState
      title="No announcements yet"
      text="Write the first one, and everyone in its audience will see it here and get it by email."
      action={
        <LinkButton variant="primary" icon={Plus} href={paths.announcementCreate()}>
          New announcement
        </LinkButton>
      }
    />
  );
}
