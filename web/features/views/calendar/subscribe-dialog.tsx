import { useQuery } from '@tanstack/react-query';
import { listFeeds } from '#contract/calendar.ts';
import { type CalendarType, calendarTypeLabels, isCalendarType, subscribeAddress } from '#domain/calendar.ts';
import { queryFor } from '#web/api/queries.ts';
import { useBoard } from '#web/api/start.ts';
import { CopyLink } from '#web/features/homes/meetings/calendar/calendar-flow.tsx';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { Skeleton } from '#web/ui/feedback/skeletons.tsx';
import { WhileLoading } from '#web/ui/feedback/while-loading.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

interface SubscribeDialogProps {
  readonly calendar: string | undefined;
  readonly onClose: () => void;
}

/** Waits for a click, so that a link on another site cannot send the feed's secret address to a calendar vendor. */
export function SubscribeDialog({ calendar, onClose }: SubscribeDialogProps) {
  if (calendar === undefined || !isCalendarType(calendar)) return null;
  return <Subscribing type={calendar} onClose={onClose} />;
}

function Subscribing({ type, onClose }: { readonly type: CalendarType; readonly onClose: () => void }) {
  const board = useBoard();
  const query = useQuery({ ...queryFor(listFeeds), throwOnError: false });
  const feeds = query.data?.feeds;
  const feed = feeds?.find((each) => each.board_id === board?.board_info.board_id) ?? feeds?.[0];
  const title = feed?.title ?? board?.title;
  return (
    <Dialog
      onClose={onClose}
      title={title === undefined ? 'Subscribe' : `Subscribe to ${title}`}
      actions={
        <>
          <Button onPress={onClose}>Close</Button>
          {feed !== undefined && (
            <LinkButton
              variant="primary"
              href={subscribeAddress(type, { address: feed.address, name: feed.title })}
              {...(type === 'ical' ? {} : { target: '_blank' })}
            >
              Open {calendarTypeLabels[type]}
            </LinkButton>
          )}
        </>
      }
    >
      {feeds === undefined ? (
        <WhileLoading what="Your calendar feed" query={query}>
          <Skeleton width={75} />
        </WhileLoading>
      ) : feed === undefined ? (
        <p className="muted">Calendar feeds appear here once you are on a board.</p>
      ) : (
        <Stack gap="s">
          <p>Your calendar will show every meeting you are invited to.</p>
          <p className="muted">
            Open it with {calendarTypeLabels[type]}, or copy this link and paste it into your calendar.
          </p>
          <CopyLink address={feed.address} />
          <p className="meta">Anyone with this link can read your calendar.</p>
        </Stack>
      )}
    </Dialog>
  );
}
