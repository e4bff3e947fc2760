import { useEffect, useState } from 'react';
import type { getDocument } from '#contract/documents.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { pageBoard } from '#web/api/call.ts';
import type { UnsentAnnotations } from '#web/viewer/types.ts';

/**
 * Where the opened document's unsent marks wait. Undefined until that is known; null where nothing waits, since there is nothing
 * to mark or the browser keeps nothing for us (no secure connection, private mode).
 */
export function useUnsentAnnotations(
  opened: AnswerOf<typeof getDocument> | undefined,
): UnsentAnnotations | null | undefined {
  const [found, setFound] = useState<{ readonly of: string | null; readonly waiting: UnsentAnnotations | null }>();
  const versionId = opened?.document.version_id ?? null;
  const documentId = opened?.document.id;
  const isMarkable = opened?.can.annotate === true && versionId !== null;
  // The browser's own storage is outside React, and is asked once a version.
  useEffect(() => {
    if (documentId === undefined) return;
    const boardId = pageBoard();
    const settle = (waiting: UnsentAnnotations | null) => setFound({ of: versionId, waiting });
    if (!isMarkable || versionId === null || boardId === null) return settle(null);
    let isOver = false;
    import('./unsent-annotations.ts')
      .then(({ openUnsentAnnotations: openWaitingMarks }) => openWaitingMarks({ boardId, documentId, versionId }))
      .then(
        (waiting) => !isOver && settle(waiting),
        (cause: unknown) => {
          console.warn('Unsent marks cannot be kept on this machine', cause);
          if (!isOver) settle(null);
        },
      );
    return () => {
      isOver = true;
    };
  }, [documentId, versionId, isMarkable]);
  // What waits on another version is none of this one's.
  return found?.of === versionId ? found.waiting : undefined;
}
