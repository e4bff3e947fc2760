import type { BoardScope } from '#server/db/board-scope.ts';
import { isSignedInAdmin } from '#server/db/board-scope.ts';

type Reader = Pick<BoardScope, 'member' | 'via'>;

export const canEditGroup = (reader: Reader, groupId: string): boolean =>
  isSignedInAdmin(reader) ||
  (reader.via.kind === 'session' && reader.member.groups.some((group) => group.id === groupId && group.isGroupAdmin));
