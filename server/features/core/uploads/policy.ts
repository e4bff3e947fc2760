import type { BoardScope } from '#server/db/board-scope.ts';
import { canCreateMeeting } from '#server/features/homes/meetings/policy.ts';

/** Only who may put a document somewhere may send one. */
export const canUpload = (scope: Pick<BoardScope, 'member' | 'via'>): boolean => canCreateMeeting(scope);
