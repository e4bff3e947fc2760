import { useQuery } from '@tanstack/react-query';
import type { Document } from '#contract/documents.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { getMagicAnnouncement, getMagicMeeting, type MagicMeeting } from '#contract/magic.ts';
import { adoptDateStyle } from '#domain/dates.ts';
import { queryFor } from '#web/api/queries.ts';
import { isMissing } from '#web/api/query-client.ts';
import { useBoardColour, useBoardFace } from '#web/shell/board-face.ts';

export type SharedMeetingAnswer = AnswerOf<typeof getMagicMeeting>;

/** `gone`: unknown, mistyped or withdrawn, which look the same. */
export type MagicLink<Answer> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'open'; readonly answer: Answer };

/** Keeps the previous response if a refetch fails, unless the link no longer works. */
export function magicLink<Answer>(query: {
  readonly data: Answer | undefined;
  readonly error: unknown;
}): MagicLink<Answer> {
  if (isMissing(query.error)) return { kind: 'gone' };
  if (query.data !== undefined) return { kind: 'open', answer: query.data };
  return { kind: query.error === null ? 'loading' : 'failed' };
}

export function sharedDocuments(meeting: Pick<MagicMeeting, 'agenda_items' | 'documents'>): readonly Document[] {
  return [...meeting.agenda_items.flatMap((item) => item.documents), ...meeting.documents];
}

interface LoadedLink<Answer> {
  readonly link: MagicLink<Answer>;
  readonly retry: () => void;
}

export function useMagicMeeting(uid: string): LoadedLink<SharedMeetingAnswer> {
  const query = useQuery({ ...queryFor(getMagicMeeting, { params: { uid } }), throwOnError: false });
  useBoardAppearance(query.data?.board);
  return { link: magicLink(query), retry: () => void query.refetch() };
}

export function useMagicAnnouncement(uid: string): LoadedLink<AnswerOf<typeof getMagicAnnouncement>> {
  const query = useQuery({ ...queryFor(getMagicAnnouncement, { params: { uid } }), throwOnError: false });
  useBoardAppearance(query.data?.board);
  return { link: magicLink(query), retry: () => void query.refetch() };
}

/** Applies the title, colour and date style of the link's board. */
export function useBoardAppearance(board: Omit<SharedMeetingAnswer['board'], 'time_zone'> | undefined): void {
  // Set while rendering, so that the page below uses this style.
  if (board !== undefined) adoptDateStyle(board.date_style);
  useBoardFace(board);
  useBoardColour(board?.primary_color);
}
