import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { MeetingPage } from '#web/features/homes/meetings/page/meeting-page.tsx';
import { paths } from '#web/paths.ts';

const BoardBookDialog = lazy(async () => ({
  default: (await import('#web/features/views/board-book/board-book-dialog.tsx')).BoardBookDialog,
}));

const SubscribeDialog = lazy(async () => ({
  default: (await import('#web/features/views/calendar/subscribe-dialog.tsx')).SubscribeDialog,
}));

/** A meeting's page with the board book and the calendar feed, which are views above the meetings. */
export function Meeting() {
  const { id } = useParams({ from: '/shell/board/meetings/$id' });
  const { calendar } = useSearch({ from: '/shell/board/meetings/$id' });
  const router = useRouter();
  const stopSubscribing = (): void =>
    void router.navigate({ href: paths.meeting(id), replace: true, resetScroll: false });
  return (
    <>
      <MeetingPage BoardBook={BoardBookDialog} />
      {calendar !== undefined && (
        <Suspense>
          <SubscribeDialog calendar={calendar} onClose={stopSubscribing} />
        </Suspense>
      )}
    </>
  );
}
