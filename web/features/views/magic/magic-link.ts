import { useQuery } from '@tanstack/react-query';
import type { Document } from '#contract/documents.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { getMagicMeeting, type MagicMeeting } from '#contract/magic.ts';
import type { BoardFace } from '#contract/start.ts';
import { adoptDateStyle } from '#domain/dates.ts';
import { queryFor } from '#web/api/queries.ts';
import { useBoardColour, useBoardFace } from '#web/shell/board-face.ts';

export type SharedMeetingAnswer = AnswerOf<typeof getMagicMeeting>;

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
