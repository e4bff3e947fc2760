import type { DocumentRow } from '#server/features/papers/documents/queries.ts';

interface LastOpened {
  readonly document_id: string;
  readonly opened_at: Date;
}

export const isListedAsOpened = (
  last: LastOpened | null,
  { id, version_created_at: uploadedAt }: Pick<DocumentRow, 'id' | 'version_created_at'>,
): boolean => last?.document_id === id && (uploadedAt === null || last.opened_at >= uploadedAt);
