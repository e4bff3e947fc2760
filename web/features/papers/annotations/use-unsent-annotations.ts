import { useQuery } from '@tanstack/react-query';
import type { getDocument } from '#contract/documents.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { pageBoard } from '#web/api/call.ts';
import type { UnsentAnnotations } from '#web/viewer/types.ts';
import type { PaperVersion } from './save-annotations.ts';

/** Undefined while loading. Null if the document cannot be annotated or the browser cannot store data. */
export function useUnsentAnnotations(
  opened: AnswerOf<typeof getDocument> | undefined,
): UnsentAnnotations | null | undefined {
  const boardId = pageBoard();
  const { id: documentId, version_id: versionId = null } = opened?.document ?? {};
  const version =
    opened?.can.annotate === true && documentId !== undefined && versionId !== null && boardId !== null
      ? { boardId, documentId, versionId }
      : null;
  const { data } = useQuery({
    queryKey: ['unsentAnnotations', version],
    queryFn: () => (version === null ? null : openStored(version)),
    enabled: version !== null,
    // Not cached, because a viewer that opens later must read the stored annotations again.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  if (opened === undefined) return undefined;
  return version === null ? null : data;
}

async function openStored(version: PaperVersion): Promise<UnsentAnnotations | null> {
  try {
    const { openUnsentAnnotations } = await import('./unsent-annotations.ts');
    return await openUnsentAnnotations(version);
  } catch (cause) {
    console.warn('Unsent annotations cannot be stored on this device', cause);
    return null;
  }
}
