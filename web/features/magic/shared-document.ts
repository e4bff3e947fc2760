import type { Document } from '#contract/documents.ts';
import type { MagicMeeting } from '#contract/magic.ts';

/** The documents of the meeting and of its items. */
export function sharedDocuments(meeting: Pick<MagicMeeting, 'agenda_items' | 'documents'>): readonly Document[] {
  return [...meeting.agenda_items.flatMap((item) => item.documents), ...meeting.documents];
}
