import { useQuery } from '@tanstack/react-query';
import { listFeeds } from '#contract/calendar.ts';
import type { CalendarType } from '#domain/calendar-types.ts';
import { queryFor } from '#web/api/queries.ts';
import { News } from '#web/ui/feedback/news.tsx';
import { Skeleton } from '#web/ui/feedback/skeletons.tsx';
import { WhileLoading } from '#web/ui/feedback/while-loading.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { subscribedSentence } from './added-words.ts';
import { CopyLink } from './copy-link.tsx';

/** What follows a subscription: the address of the feed, to copy (specification, section 4, 'Calendar flow'). */
export function FeedLink({ boardId, type }: { readonly boardId: string | null; readonly type: CalendarType }) {
  const query = useQuery({ ...queryFor(listFeeds), throwOnError: false });
  const feed = query.data?.feeds.find((each) => each.board_id === boardId);
  if (feed === undefined) {
    return (
      <WhileLoading what="The link" query={query}>
        <Skeleton width={75} />
      </WhileLoading>
    );
  }
  return (
    <Stack gap="s">
      <p className="muted">
        <News>{subscribedSentence(type)}</News>
      </p>
      <CopyLink address={feed.address} />
    </Stack>
  );
}
