import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { type ComponentProps, lazy, Suspense } from 'react';
import type { AgendaItem, Meeting as ShownMeeting } from '#contract/meetings.ts';
import { ItemActions, MeetingActions } from '#web/features/deciding/action-items/meeting-actions.tsx';
import { MinutesEntry } from '#web/features/deciding/meeting-minutes/minutes-entry.tsx';
import { MotionsEntry } from '#web/features/deciding/motions/motions-entry.tsx';
import { DeclarationsEntry } from '#web/features/deciding/room/declarations-entry.tsx';
import { RoomEntry } from '#web/features/deciding/room/room-entry.tsx';
import { MeetingPage } from '#web/features/homes/meetings/page/meeting-page.tsx';
import { askForPaperOf } from '#web/features/homes/paper-requests/papers.ts';
import { paths } from '#web/paths.ts';
import { Stack } from '#web/ui/layout.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const LazyAgendaOffers = lazy(async () => ({
  default: (await import('#web/features/deciding/meeting-minutes/agenda-offers.tsx')).AgendaOffers,
}));

const PapersSummary = lazy(async () => ({
  default: (await import('#web/features/homes/paper-requests/papers-summary.tsx')).PapersSummary,
}));

function AgendaOffers({ meeting }: { readonly meeting: ShownMeeting }) {
  if (!meeting.can.edit) return null;
  return (
    <Suspense>
      <Stack gap="s">
        <PapersSummary meeting={meeting} />
        {meeting.can.edit_agenda && <LazyAgendaOffers meeting={meeting} />}
      </Stack>
    </Suspense>
  );
}

const LazyItemPapers = lazyPart(() => import('#web/features/homes/paper-requests/item-papers.tsx'), 'ItemPapers');

const papers: ComponentProps<typeof MeetingPage>['papers'] = {
  Requests: (props) => <LazyItemPapers {...props} />,
  onAsk: askForPaperOf,
};

const BoardBookDialog = lazy(async () => ({
  default: (await import('#web/features/views/board-book/board-book-dialog.tsx')).BoardBookDialog,
}));

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

function MeetingRecord({ meeting }: { readonly meeting: ShownMeeting }) {
  return (
    <>
      <MotionsEntry meeting={meeting} />
      <DeclarationsEntry meeting={meeting} />
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
