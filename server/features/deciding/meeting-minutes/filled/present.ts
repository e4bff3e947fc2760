import type { FilledItems } from '#contract/meeting-minutes.ts';
import { minutesLabels } from '#domain/messages/meeting-minutes.ts';
import { standingKindOf, standingTitles } from '#domain/standing-items.ts';
import type { Reader } from '#server/db/board-scope.ts';
import { dayOfMinutes } from '#server/features/deciding/meeting-minutes/minutes/present.ts';
import type { FilledRow } from './queries.ts';

export function offersOf(
  { board }: { readonly board: Pick<Reader['board'], 'dates'> },
  { items, resolutions, unapproved }: FilledRow,
): FilledItems['offers'] {
  const minutes = unapproved.map((meeting) => ({
    minutes_of: meeting.meeting_id,
    title: minutesLabels.minutesOf(dayOfMinutes(meeting, board)),
  }));
  const kind = 'written-resolutions';
  const isListed = items.some((item) => item.kind === kind || standingKindOf(item.title) === kind);
  return resolutions.length === 0 || isListed
    ? minutes
    : [...minutes, { minutes_of: null, title: standingTitles[kind] }];
}
