import type { Meeting } from '#contract/meetings.ts';
import { placeAgenda } from '#domain/agenda.ts';
import type { AgendaItemForm } from './agenda-item-form.ts';
import type { DocumentSpot } from './use-document-moves.ts';

/** Every place of a meeting where documents can stand, in reading order: its saved items, then the meeting itself. */
export function documentSpots(
  items: readonly AgendaItemForm[],
  meeting: Pick<Meeting, 'agenda_items' | 'documents'> | undefined,
  meetingId: string | null,
): readonly DocumentSpot[] {
  if (meeting === undefined || meetingId === null) return [];
  const documents = new Map(meeting.agenda_items.map((item) => [item.id, item.documents]));
  const ofItems = placeAgenda(items, null).flatMap(({ item, number }): readonly DocumentSpot[] => {
    const there = item.id === null ? undefined : documents.get(item.id);
    if (item.id === null || there === undefined) return [];
    return [{ place: { kind: 'agenda-item', id: item.id }, name: `${number} ${item.title}`, documents: there }];
  });
  const own = {
    place: { kind: 'meeting', id: meetingId },
    name: 'the meeting documents',
    documents: meeting.documents,
  } as const;
  return [...ofItems, own];
}
