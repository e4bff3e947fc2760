import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { type CalendarFeed, listFeeds, renewFeed } from '#contract/calendar.ts';
import { queryFor } from '#web/api/queries.ts';
import { CopyLink } from '#web/features/homes/meetings/calendar/calendar-flow.tsx';
import { ConfirmCall } from '#web/shell/confirm-call.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Skeleton } from '#web/ui/feedback/skeletons.tsx';
import { WhileLoading } from '#web/ui/feedback/while-loading.tsx';
import { Spread, Stack } from '#web/ui/layout.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Section } from '#web/ui/rows/section.tsx';

export function FeedsSection() {
  const query = useQuery({ ...queryFor(listFeeds), throwOnError: false });
  const { data } = query;
  return (
    <Section title="Calendar feeds" id="calendar-feeds">
      {data === undefined ? (
        <WhileLoading what="Calendar feeds" query={query}>
          <Skeleton width={75} />
        </WhileLoading>
      ) : data.feeds.length === 0 ? (
        <p className="muted">Calendar feeds appear here once you are on a board.</p>
      ) : (
        <Stack gap="m">
          {data.feeds.map((feed) => (
            <Feed key={feed.board_id} feed={feed} />
          ))}
        </Stack>
      )}
    </Section>
  );
}

function Feed({ feed }: { readonly feed: CalendarFeed }) {
  const client = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  return (
    <Stack gap="s">
      <p>
        <strong>{feed.title}</strong>
      </p>
      <CopyLink key={feed.address} address={feed.address} />
      <Spread>
        <span className="meta">Anyone with this link can read your calendar.</span>
        <Button size="s" variant="quiet" icon={RotateCcw} onPress={() => setConfirming(true)}>
          New link
        </Button>
      </Spread>
      <ConfirmCall
        endpoint={renewFeed}
        input={{ body: { board_id: feed.board_id } }}
        onDone={({ feed: next }) => {
          client.setQueryData(
            queryFor(listFeeds).queryKey,
            (kept) => kept && { feeds: kept.feeds.map((each) => (each.board_id === next.board_id ? next : each)) },
          );
          showToast('The old link no longer works');
        }}
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title="Create a new link?"
        confirmLabel="Create a new link"
      >
        <p>Calendars that use the old link will stop showing your meetings until you subscribe with the new one.</p>
      </ConfirmCall>
    </Stack>
  );
}
