import { readRange } from '#server/http/send-file.ts';

/** Any range that includes the first byte is an opening, so that no range avoids the audit log. */
export function isOpening(
  range: string | undefined,
  file: { readonly byteSize: number; readonly wasJustOpened: boolean },
): boolean {
  const part = readRange(range, file.byteSize);
  const isFromStart = part === null || (part !== 'unsatisfiable' && part.start === 0);
  return isFromStart || !file.wasJustOpened;
}
