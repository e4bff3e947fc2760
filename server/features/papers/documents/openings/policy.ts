import { readRange } from '#server/http/send-file.ts';

/**
 * Whether this range of a file is an opening of its own: a viewer fetches a file in many. Whatever begins at the start is one, so
 * that no spelling of a range fetches a document without an entry. `range`: the request's header.
 */
export function isOpening(
  range: string | undefined,
  file: { readonly byteSize: number; readonly wasJustOpened: boolean },
): boolean {
  const part = readRange(range, file.byteSize);
  const isFromStart = part === null || (part !== 'unsatisfiable' && part.start === 0);
  return isFromStart || !file.wasJustOpened;
}
