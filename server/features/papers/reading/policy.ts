import type { DocumentRow } from '#server/features/papers/documents/queries.ts';

interface LastOpened {
  readonly document_id: string;
  readonly opened_at: Date;
}

/** Whether the document is already at the top of the member's recent list, in its current version. */
export const isListedAsOpened = (
  last: LastOpened | null,
  { id, version_created_at: uploadedAt }: Pick<DocumentRow, 'id' | 'version_created_at'>,
): boolean => last?.document_id === id && (uploadedAt === null || last.opened_at >= uploadedAt);
