import type { Meeting } from '#contract/meetings.ts';

/** Every document that a meeting lists: its own and those of its items. */
export function listedDocuments(meeting: Pick<Meeting, 'documents' | 'agenda_items'>): ReadonlySet<string> {
  return new Set([...meeting.documents, ...meeting.agenda_items.flatMap((item) => item.documents)].map(({ id }) => id));
}

/**
 * True once the open document is not found, or not in the page's list any more (specification, sections 4 and 8). `listed` is
 * null where the page has no list.
 */
export function isGone(open: {
  readonly documentId: string;
  readonly listed: ReadonlySet<string> | null;
  readonly isMissing: boolean;
}): boolean {
  return open.isMissing || (open.listed !== null && !open.listed.has(open.documentId));
}
