import type { BoardScope } from '#server/db/board-scope.ts';

/** A board admin who is signed in: a secret address makes nobody one. What only they may do asks this. */
export const isSignedInAdmin = (reader: Pick<BoardScope, 'member' | 'via'>): boolean =>
  reader.via.kind === 'session' && reader.member.isBoardAdmin;
