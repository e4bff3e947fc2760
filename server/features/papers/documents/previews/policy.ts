import { isConvertible } from '#domain/documents.ts';
import type { DocumentRow } from '#server/features/papers/documents/queries.ts';

export function needsPreview(
  { office }: { readonly office: object | null },
  document: Pick<DocumentRow, 'version_id' | 'preview_state' | 'mime_type'>,
  { isJobLost }: { readonly isJobLost: boolean },
): boolean {
  if (document.version_id === null || office === null || !isConvertible(document.mime_type)) return false;
  return document.preview_state === 'none' || (document.preview_state === 'waiting' && isJobLost);
}
