import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import type { AgendaItem, Meeting as ShownMeeting } from '#contract/meetings.ts';
import { getRoom } from '#contract/room.ts';
import { queryFor } from '#web/api/queries.ts';
import { ItemActions, MeetingActions } from '#web/features/deciding/action-items/meeting-actions.tsx';
import { MinutesEntry } from '#web/features/deciding/meeting-minutes/minutes-entry.tsx';
import { Declarations } from '#web/features/deciding/room/declarations.tsx';
import { RoomEntry } from '#web/features/deciding/room/room-entry.tsx';
import { MeetingPage } from '#web/features/homes/meetings/page/meeting-page.tsx';
import { askForPaperOf } from '#web/features/homes/paper-requests/papers.ts';
import { paths } from '#web/paths.ts';
import { Stack } from '#web/ui/layout.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const LazyAgendaOffers = lazyPart(
  () => import('#web/features/deciding/meeting-minutes/agenda-offers.tsx'),
  'AgendaOffers',
);

const PapersSummary = lazyPart(() => import('#web/features/homes/paper-requests/papers-summary.tsx'), 'PapersSummary');

function AgendaOffers({ meeting }: { readonly meeting: ShownMeeting }) {
  if (!meeting.can.edit) return null;
  return (
    <Stack gap="s">
      <PapersSummary meeting={meeting} />
      {meeting.can.edit_agenda && <LazyAgendaOffers meeting={meeting} />}
    </Stack>
  );
}

const LazyItemPapers = lazyPart(() => import('#web/features/homes/paper-requests/item-papers.tsx'), 'ItemPapers');

const papers: ComponentProps<typeof MeetingPage>['papers'] = {
  Requests: (props) => <LazyItemPapers {...props} />,
  onAsk: askForPaperOf,
};

const BoardBookDialog = lazyPart(
  () => import('#web/features/views/board-book/board-book-dialog.tsx'),
  'BoardBookDialog',
);

const SubscribeDialog = lazyPart(() => import('#web/features/views/calendar/subscribe-dialog.tsx'), 'SubscribeDialog');

const FilledItem = lazyPart(() => import('#web/features/deciding/meeting-minutes/filled-item.tsx'), 'FilledItem');

function ItemRecord({
  meetingId,
  item,
}: ComponentProps<typeof ItemActions> & { readonly item: Pick<AgendaItem, 'kind'> }) {
  return (
    <>
      {item.kind !== null && <FilledItem meetingId={meetingId} item={item} />}
      <ItemActions meetingId={meetingId} item={item} />
    </>
  );
}

const MeetingMotions = lazyPart(() => import('#web/features/deciding/motions/meeting-motions.tsx'), 'MeetingMotions');

function MeetingRecord({ meeting }: { readonly meeting: ShownMeeting }) {
  const room = useQuery({
    ...queryFor(getRoom, { params: { id: meeting.id } }),
    enabled: meeting.state === 'published' && !meeting.finds_date,
    // A failure is not reported, because the page works without this part.
    meta: { quiet: true },
  }).data?.room;
  return (
    <>
      {room !== undefined && room.line.motions > 0 && <MeetingMotions meeting={meeting} room={room} />}
      {room !== undefined && meeting.agenda_items.length > 0 && <Declarations meeting={meeting} room={room} />}
      <MeetingActions meeting={meeting} />
    </>
  );
}

export function Meeting() {
  const { id } = useParams({ from: '/shell/board/meetings/$id' });
  const { calendar } = useSearch({ from: '/shell/board/meetings/$id' });
  const router = useRouter();
  const stopSubscribing = (): void =>
    void router.navigate({ href: paths.meeting(id), replace: true, resetScroll: false });
  return (
    <>
      <MeetingPage
        BoardBook={BoardBookDialog}
        Actions={MeetingRecord}
        ItemActions={ItemRecord}
        AgendaOffers={AgendaOffers}
        papers={papers}
        RoomEntry={RoomEntry}
        MinutesEntry={MinutesEntry}
      />
      {calendar !== undefined && <SubscribeDialog calendar={calendar} onClose={stopSubscribing} />}
    </>
  );
}
