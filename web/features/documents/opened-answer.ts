import { CallError } from '#web/api/call-error.ts';

interface Answer {
  readonly document: { readonly version_id: string | null };
}

/**
 * What an open viewer shows of a document that is asked for again and again: the newest answer about the version that was opened. A
 * file that has taken its place is another one; it comes into sight when the reader opens it, not under their hands.
 */
export function openedAnswer<A extends Answer>(shown: A | undefined, newest: A | undefined): A | undefined {
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
