import { useRouter, useSearch } from '@tanstack/react-router';
import type { Document } from '#contract/documents.ts';
import type { Meeting } from '#contract/meetings.ts';
import { CallError } from '#web/api/call-error.ts';

export function useOpenDocument() {
  const { document = null } = useSearch({ strict: false });
  const router = useRouter();
  const show = (documentId: string | null): void => {
    const url = new URL(window.location.href);
    url.searchParams.delete('page');
    if (documentId === null) url.searchParams.delete('document');
    else url.searchParams.set('document', documentId);
    // Replaces the history entry, so that Back leads to where the reader was before.
    void router.navigate({ href: `${url.pathname}${url.search}`, replace: true, resetScroll: false });
  };
  return { documentId: document, close: () => show(null), open: (documentId: string) => show(documentId) };
}

export function listedDocuments(meeting: Pick<Meeting, 'documents' | 'agenda_items'>): ReadonlySet<string> {
  return new Set([...meeting.documents, ...meeting.agenda_items.flatMap((item) => item.documents)].map(({ id }) => id));
}

export function isGone(open: {
  readonly documentId: string;
  readonly listed: ReadonlySet<string> | null;
  readonly isMissing: boolean;
}): boolean {
  return open.isMissing || (open.listed !== null && !open.listed.has(open.documentId));
}

export function neighbourOf(
  listed: ReadonlySet<string> | undefined,
  documentId: string,
  step: 1 | -1,
): string | undefined {
  const ids = [...(listed ?? [])];
  const index = ids.indexOf(documentId);
  return index < 0 ? undefined : ids[index + step];
}

type OpenedAnswer = { readonly document: Pick<Document, 'version_id'> };

/** A newer version does not replace the opened one until the reader opens it. */
export function shownDocument<A extends OpenedAnswer>(shown: A | undefined, newest: A | undefined): A | undefined {
  if (shown === undefined || newest === undefined) return newest ?? shown;
  return shown.document.version_id === newest.document.version_id ? newest : shown;
}

export function endsOpening(error: unknown): boolean {
  if (error === null) return false;
  if (!(error instanceof CallError)) return true;
  return error.status !== 404 && error.status !== 419 && error.step === null;
}
