import type { BoardScope } from '#server/db/board-scope.ts';
import type { Session } from '#server/http/session.ts';

/** Whoever asks a second factor of a board has one: nobody shuts themselves out, or asks what they would not do. */
export const canAskTwoFactorOfBoard = (session: Pick<Session, 'hasTwoFactor'>): boolean => session.hasTwoFactor;

/** A board admin who is signed in: a secret address makes nobody one. What only they may do asks this. */
export const isSignedInAdmin = (reader: Pick<BoardScope, 'member' | 'via'>): boolean =>
  reader.via.kind === 'session' && reader.member.isBoardAdmin;

/** Whoever may make items at all: for which audience, its noun's policy says once it is known. */
export const mayBeEditor = (reader: Pick<BoardScope, 'member' | 'via'>): boolean =>
  reader.via.kind === 'session' &&
  (reader.member.isBoardAdmin || reader.member.groups.some((group) => group.isGroupAdmin));
