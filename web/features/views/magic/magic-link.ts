import { useQuery } from '@tanstack/react-query';
import type { Document } from '#contract/documents.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { getMagicMeeting, type MagicMeeting } from '#contract/magic.ts';
import type { BoardFace } from '#contract/start.ts';
import { adoptDateStyle } from '#domain/dates.ts';
import { queryFor } from '#web/api/queries.ts';
import { isMissing } from '#web/api/query-client.ts';
import { useBoardColour, useBoardFace } from '#web/shell/board-face.ts';

export type SharedMeetingAnswer = AnswerOf<typeof getMagicMeeting>;

/** `gone` covers unknown, mistyped and withdrawn links, which look the same. */
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

export const useMagicMeeting = (uid: string) =>
  useQuery({ ...queryFor(getMagicMeeting, { params: { uid } }), throwOnError: false });

export interface LinkedBoard extends BoardFace {
  readonly date_style?: SharedMeetingAnswer['board']['date_style'];
}

export function useBoardAppearance(board: LinkedBoard | undefined): void {
  // Set during rendering, so that the components below already use this date style.
  if (board?.date_style !== undefined) adoptDateStyle(board.date_style);
  useBoardFace(board);
  useBoardColour(board?.primary_color);
}
