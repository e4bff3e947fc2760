import type { BoardScope } from './board-scope.ts';

/** A board admin who is signed in: a secret address makes nobody one. What only they may do asks this. */
export const isSignedInAdmin = (reader: Pick<BoardScope, 'member' | 'via'>): boolean =>
  reader.via.kind === 'session' && reader.member.isBoardAdmin;

/** Whoever may make items at all: for which audience, its noun's policy says once it is known. */
export const mayBeEditor = (reader: Pick<BoardScope, 'member' | 'via'>): boolean =>
  reader.via.kind === 'session' &&
  (reader.member.isBoardAdmin || reader.member.groups.some((group) => group.isGroupAdmin));
