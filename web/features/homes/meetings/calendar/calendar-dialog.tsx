import { useQuery } from '@tanstack/react-query';
import { listFeeds } from '#contract/calendar.ts';
import type { CalendarType } from '#domain/calendar.ts';
import { calendarPaths } from '#domain/calendar-paths.ts';
import { queryFor } from '#web/api/queries.ts';
import { useBoard } from '#web/api/start.ts';
import { News } from '#web/ui/feedback/news.tsx';
import { Skeleton } from '#web/ui/feedback/skeletons.tsx';
import { WhileLoading } from '#web/ui/feedback/while-loading.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import {
  AddThisMeeting,
  CalendarTypes,
  CopyLink,
  openCalendarLink,
  Subscribe,
  subscribedSentence,
  useCalendarFlow,
} from './calendar-flow.tsx';

interface CalendarDialogProps {
  readonly meetingId: string;
  readonly onClose: () => void;
}

export function CalendarDialog({ meetingId, onClose }: CalendarDialogProps) {
  const boardId = useBoard()?.board_info.board_id ?? null;
  const flow = useCalendarFlow({
    addressOf: (type) => calendarPaths.addMeeting(window.location.origin, meetingId, type),
    onSubscribe: (type) => openCalendarLink(calendarPaths.subscribe('', meetingId, type), type),
    subscribed: (type) => <FeedLink boardId={boardId} type={type} />,
  });
  return (
    <Dialog
      onClose={onClose}
      title="Add to calendar"
      actions={
        <>
          <Subscribe flow={flow} />
          <AddThisMeeting flow={flow} />
        </>
      }
    >
      <Stack gap="m">
        <CalendarTypes {...flow.choice} />
        <p className="meta">If you subscribe, your calendar will show every meeting you are invited to.</p>
        {flow.after}
      </Stack>
    </Dialog>
  );
}

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
