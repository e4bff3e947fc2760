import type { Meeting } from '../../../contract/meetings.ts';
import { documentMessages } from '../../../domain/messages.ts';

/** Every document that a meeting lists: its own and those of its items. */
export function listedDocuments(meeting: Pick<Meeting, 'documents' | 'agenda_items'>): ReadonlySet<string> {
  return new Set([...meeting.documents, ...meeting.agenda_items.flatMap((item) => item.documents)].map(({ id }) => id));
}

/**
 * The sentence in place of the viewer once the open document is not found, or not in the page's list any more
 * (specification, sections 4 and 8); null while it may be shown. `listed` is null where the page has no list.
 */
export function goneMessage(open: {
  readonly documentId: string;
  readonly listed: ReadonlySet<string> | null;
  readonly isMissing: boolean;
}): string | null {
  const hasLeft = open.listed !== null && !open.listed.has(open.documentId);
  return open.isMissing || hasLeft ? documentMessages.gone : null;
}
