import type { Document } from '../../../contract/documents.ts';
import type { MagicMeeting } from '../../../contract/magic.ts';

/** A document of the meeting or of one of its items; null where it is in neither, or no longer. */
export function sharedDocument(
  meeting: Pick<MagicMeeting, 'agenda_items' | 'documents'>,
  documentId: string,
): Document | null {
  const all = [...meeting.agenda_items.flatMap((item) => item.documents), ...meeting.documents];
  return all.find((document) => document.id === documentId) ?? null;
}
