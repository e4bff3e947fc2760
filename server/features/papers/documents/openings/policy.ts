import { readRange } from '#server/http/send-file.ts';

/**
 * Whether this range request counts as a new opening, since a viewer fetches a file in many ranges. Any range from the
 * start counts, so that no form of a range header avoids an audit entry. `range` is the request's header.
 */
export function isOpening(
  range: string | undefined,
  file: { readonly byteSize: number; readonly wasJustOpened: boolean },
): boolean {
  const part = readRange(range, file.byteSize);
  const isFromStart = part === null || (part !== 'unsatisfiable' && part.start === 0);
  return isFromStart || !file.wasJustOpened;
}
