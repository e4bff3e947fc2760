import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import type { Document } from '#contract/documents.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { getMagicMeeting, type MagicMeeting } from '#contract/magic.ts';
import { queryFor } from '#web/api/queries.ts';
import { isMissing } from '#web/api/query-client.ts';
import { rememberFace } from '#web/api/start.ts';
import { showBoardColour } from '#web/shell/appearance.ts';

/** What a magic link opens: the board's face, the first name of whom it was sent to, and the one meeting. */
export type SharedMeetingAnswer = AnswerOf<typeof getMagicMeeting>;

/** `gone`: unknown, mistyped, or withdrawn; none of them is told apart. */
export type MagicLink =
  | { readonly kind: 'loading' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'open'; readonly answer: SharedMeetingAnswer };

/** What was shown stays while a later asking fails; but a link that opens nothing any more shows nothing any more. */
export function magicLink(asked: {
  readonly data: SharedMeetingAnswer | undefined;
  readonly error: unknown;
}): MagicLink {
  if (isMissing(asked.error)) return { kind: 'gone' };
  if (asked.data !== undefined) return { kind: 'open', answer: asked.data };
  return { kind: asked.error === null ? 'loading' : 'failed' };
}

/** The documents of the meeting and of its items. */
export function sharedDocuments(meeting: Pick<MagicMeeting, 'agenda_items' | 'documents'>): readonly Document[] {
  return [...meeting.agenda_items.flatMap((item) => item.documents), ...meeting.documents];
}

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
