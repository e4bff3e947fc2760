import { lazy } from 'react';
import { MeetingPage } from '#web/features/homes/meetings/page/meeting-page.tsx';

const BoardBookDialog = lazy(async () => {
  const { BoardBookDialog: dialog } = await import('#web/features/views/board-book/board-book-dialog.tsx');
  return { default: dialog };
});

/** A meeting's page with the board book, which is a view above the meetings. */
export function Meeting() {
  return <MeetingPage BoardBook={BoardBookDialog} />;
}
