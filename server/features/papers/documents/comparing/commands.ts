import { selectRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { addJob } from '#server/jobs/queue.ts';

export const compareVersionsJobName = 'compare-versions';

/**
 * Maximum number of earlier versions to compare immediately with the newest one. Other pairs are compared on request.
 */
const comparedMax = 5;

type Scope = Pick<BoardScope, 'tx' | 'board'>;

export interface VersionPair {
  readonly fromId: string;
  readonly toId: string;
}

/** Does nothing until the text of the newest version is complete. */
export async function queueComparisons(scope: Scope, documentId: string): Promise<void> {
  const [newest, ...earlier] = await selectRows(scope, 'document_versions', { document_id: documentId })
    .select(['id', 'text_complete_at'])
    .orderBy('number', 'desc')
    .limit(1 + comparedMax)
    .execute();
  if (!newest?.text_complete_at) return;
  for (const { id, text_complete_at: readAt } of earlier) {
    if (readAt !== null) await queueComparison(scope, { fromId: id, toId: newest.id });
  }
}

export async function queueComparison(scope: Scope, { fromId, toId }: VersionPair): Promise<void> {
  await addJob(scope.tx, {
    name: compareVersionsJobName,
    payload: { board_id: scope.board.id, from_id: fromId, to_id: toId },
    attempts: 3,
    key: `${compareVersionsJobName}:${fromId}:${toId}`,
  });
}
