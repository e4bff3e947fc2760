import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { getMagicMeeting } from '#contract/magic.ts';
import { queryFor } from '#web/api/queries.ts';
import { rememberFace } from '#web/api/start.ts';
import { showBoardColour } from '#web/shell/appearance.ts';
import { type MagicLink, magicLink } from './magic-link.ts';

/** Asks for the meeting of a link, and lets the page take the face of its board. `retry` asks again after a failure. */
export function useMagicMeeting(uid: string): { readonly link: MagicLink; readonly retry: () => void } {
  const asked = useQuery({
    ...queryFor(getMagicMeeting, { params: { uid } }),
    // A link that opens nothing gets words of its own, not the not-found page.
    throwOnError: false,
  });
  const board = asked.data?.board;
  // An effect, because title, menus and dialogs stand outside of the page; before painting, so that no other colour shows.
  useLayoutEffect(() => {
    if (board === undefined) return;
    rememberFace({ title: board.title, logo_url: board.logo_url, primary_color: board.primary_color });
    showBoardColour(board.primary_color);
  }, [board]);
  return { link: magicLink({ data: asked.data, error: asked.error }), retry: () => void asked.refetch() };
}
