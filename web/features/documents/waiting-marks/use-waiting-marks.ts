import { useEffect, useState } from 'react';
import type { getDocument } from '../../../../contract/documents.ts';
import type { AnswerOf } from '../../../../contract/endpoint.ts';
import { pageBoard } from '../../../api/page-board.ts';
import type { WaitingMarks } from '../../../viewer/types.ts';

/**
 * Where the opened document's unsent marks wait. Undefined until that is known; null where nothing waits, since there is nothing
 * to mark or the browser keeps nothing for us (no secure connection, private mode).
 */
export function useWaitingMarks(opened: AnswerOf<typeof getDocument> | undefined): WaitingMarks | null | undefined {
  const [waiting, setWaiting] = useState<WaitingMarks | null | undefined>(undefined);
  const versionId = opened?.document.version_id ?? null;
  const documentId = opened?.document.id;
  const isMarkable = opened?.can.annotate === true && versionId !== null;
  // The browser's own storage is outside React, and is asked once a version.
  useEffect(() => {
    if (documentId === undefined) return;
    const boardId = pageBoard();
    if (!isMarkable || versionId === null || boardId === null) return setWaiting(null);
    let isOver = false;
    import('./waiting-marks.ts')
      .then(({ openWaitingMarks }) => openWaitingMarks({ boardId, documentId, versionId }))
      .then(
        (found) => !isOver && setWaiting(found),
        (cause: unknown) => {
          console.warn('Unsent marks cannot be kept on this machine', cause);
          if (!isOver) setWaiting(null);
        },
      );
    return () => {
      isOver = true;
    };
  }, [documentId, versionId, isMarkable]);
  return waiting;
}
