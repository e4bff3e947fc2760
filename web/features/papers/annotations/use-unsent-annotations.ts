import { useEffect, useState } from 'react';
import type { getDocument } from '#contract/documents.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { pageBoard } from '#web/api/call.ts';
import type { UnsentAnnotations } from '#web/viewer/types.ts';

/**
 * Where unsent annotations of the opened document are stored. Undefined until that is known; null where none are: the document takes no
 * annotations, or the browser stores nothing (no secure connection, private mode).
 */
export function useUnsentAnnotations(
  opened: AnswerOf<typeof getDocument> | undefined,
): UnsentAnnotations | null | undefined {
  const [found, setFound] = useState<{ readonly of: string | null; readonly unsent: UnsentAnnotations | null }>();
  const versionId = opened?.document.version_id ?? null;
  const documentId = opened?.document.id;
  const isAnnotatable = opened?.can.annotate === true && versionId !== null;
  // An effect, because the browser's storage is outside of React.
  useEffect(() => {
    if (documentId === undefined) return;
    const boardId = pageBoard();
    const settle = (unsent: UnsentAnnotations | null) => setFound({ of: versionId, unsent });
    if (!isAnnotatable || versionId === null || boardId === null) return settle(null);
    let isOver = false;
    import('./unsent-annotations.ts')
      .then(({ openUnsentAnnotations }) => openUnsentAnnotations({ boardId, documentId, versionId }))
      .then(
        (unsent) => !isOver && settle(unsent),
        (cause: unknown) => {
          console.warn('Unsent annotations cannot be stored on this device', cause);
          if (!isOver) settle(null);
        },
      );
    return () => {
      isOver = true;
    };
  }, [documentId, versionId, isAnnotatable]);
  return found?.of === versionId ? found.unsent : undefined;
}
