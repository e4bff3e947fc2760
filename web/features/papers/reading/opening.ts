import { useRouter, useSearch } from '@tanstack/react-router';
import type { Meeting } from '#contract/meetings.ts';
import { CallError } from '#web/api/call-error.ts';

/** The id of the open document, from the address (specification, section 2), and the ways to close it and to open another in its place. */
export function useOpenDocument(): {
  readonly documentId: string | null;
  readonly close: () => void;
  readonly open: (documentId: string) => void;
} {
  const { document } = useSearch({ strict: false });
  const router = useRouter();
  const close = (): void => {
    const url = new URL(window.location.href);
    for (const name of ['document', 'page']) url.searchParams.delete(name);
    // In place of the open one, so that Back leads to where the reader was before it.
    void router.navigate({ href: `${url.pathname}${url.search}`, replace: true, resetScroll: false });
  };
  const open = (documentId: string): void => {
    const url = new URL(window.location.href);
    url.searchParams.delete('page');
    url.searchParams.set('document', documentId);
    void router.navigate({ href: `${url.pathname}${url.search}`, replace: true, resetScroll: false });
  };
  return { documentId: document ?? null, close, open };
}

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

/** The document before or after another in the page's list; undefined at its ends, and where there is no list. */
export function neighbourOf(
  listed: ReadonlySet<string> | undefined,
  documentId: string,
  step: 1 | -1,
): string | undefined {
  const ids = [...(listed ?? [])];
  const index = ids.indexOf(documentId);
  return index < 0 ? undefined : ids[index + step];
}

interface Answer {
  readonly document: { readonly version_id: string | null };
}

/**
 * What an open viewer shows of a document that is asked for again and again: the newest answer about the version that was opened. A
 * file that has taken its place is another one; it comes into sight when the reader opens it, not under their hands.
 */
export function shownDocument<A extends Answer>(shown: A | undefined, newest: A | undefined): A | undefined {
  if (shown === undefined || newest === undefined) return newest ?? shown;
  return shown.document.version_id === newest.document.version_id ? newest : shown;
}

/**
 * Whether an opening has failed for good, so that the document is closed again and can be opened once more. What is missing is told in
 * its place; whoever has to sign in or to confirm something first comes back to the same address.
 */
export function endsOpening(error: unknown): boolean {
  if (error === null) return false;
  if (!(error instanceof CallError)) return true;
  return error.status !== 404 && error.status !== 419 && error.step === null;
}
