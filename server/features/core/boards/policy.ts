import type { Session } from '#server/http/session.ts';

/** Whoever asks a second factor of a board has one: nobody shuts themselves out, or asks what they would not do. */
export const canAskTwoFactorOfBoard = (session: Pick<Session, 'hasTwoFactor'>): boolean => session.hasTwoFactor;
