import { hasPages } from '#domain/documents.ts';
import type { ScopeBoard } from '#server/db/board-scope.ts';
import { readRange } from '#server/http/send-file.ts';

/** Any range that includes the first byte counts as an opening, so that no range avoids the audit log. */
export function isOpening(
  range: string | undefined,
  file: { readonly byteSize: number; readonly wasJustOpened: boolean },
): boolean {
  const part = readRange(range, file.byteSize);
  const isFromStart = part === null || (part !== 'unsatisfiable' && part.start === 0);
  return isFromStart || !file.wasJustOpened;
}

export const shownInline: ReadonlySet<string> = new Set([
  'application/pdf',
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'video/mp4',
]);

export const needsCopy = (
  { watermark }: Pick<ScopeBoard, 'watermark'>,
  file: { readonly as: 'inline' | 'download'; readonly mimeType: string },
): boolean =>
  watermark !== 'off' && (file.as === 'download' || !shownInline.has(file.mimeType)) && hasPages(file.mimeType);
