import type { DocumentRow } from '#server/features/papers/documents/queries.ts';

export const isListedAsOpened = (
  last: { readonly document_id: string; readonly opened_at: Date } | null,
  { id, version_created_at: uploadedAt }: Pick<DocumentRow, 'id' | 'version_created_at'>,
): boolean => last?.document_id === id && (uploadedAt === null || last.opened_at >= uploadedAt);
